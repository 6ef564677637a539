package domain

import (
	"github.com/csmacd/csmacd/medium"
)

func refused(format string, args ...any) error { return medium.RefusedError("domain", format, args...) }
