package bus

import (
	"github.com/csmacd/csmacd/medium"
)

func refused(format string, args ...any) error { return medium.RefusedError("bus", format, args...) }
