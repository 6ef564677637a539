package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Because returns an error about a file that names the file once: the errors of package os
// name it, too. It returns nil if err is nil.
func Because(name string, err error) error {
	if err == nil {
		return nil
	}
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}
