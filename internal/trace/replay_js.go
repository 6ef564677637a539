package trace

import (
	"errors"

	"github.com/csmacd/csmacd/internal/files"
)

// ReadCapture refuses all files: a web browser has none, and the code that reads them is large.
func ReadCapture(path string, _ bool) (CaptureFile, error) {
	return CaptureFile{}, files.Because(path, errors.New("a web browser cannot read captures"))
}
