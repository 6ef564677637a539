package compress

import (
	"fmt"
	"io"
)

// ErrCut says that a compressed file ends before its text does.
var ErrCut = fmt.Errorf("the compressed file is cut short: %w", io.ErrUnexpectedEOF)
