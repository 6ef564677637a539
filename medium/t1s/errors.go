package t1s

import (
	"github.com/csmacd/csmacd/medium"
)

func refused(format string, args ...any) error { return medium.RefusedError("t1s", format, args...) }
