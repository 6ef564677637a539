package lan

import "github.com/csmacd/csmacd/medium"

func refused(format string, args ...any) error { return medium.RefusedError("lan", format, args...) }
