package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// Because returns an error about a file that names the file once: the errors of package os
// name it, too. It returns nil if err is nil.
func Because(name string, err error) error {
	if err == nil {
		return nil
	}
	if _, _, cause := ofOS(err); cause != nil {
		err = cause
	}
	return fmt.Errorf("%s: %w", name, err)
}

// WithoutCall returns the text of an error without the name of a system call, which package os puts before that of a file.
func WithoutCall(err error) string {
	text := err.Error()
	if whole, file, cause := ofOS(err); cause != nil {
		text = strings.Replace(text, whole.Error(), file+": "+cause.Error(), 1)
	}
	return text
}

// ofOS finds an error of package os in err: it returns that, the file that it is about, and its cause. The cause is nil if there is no
// such error.
func ofOS(err error) (whole error, file string, cause error) {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path, path.Path, path.Err
	case errors.As(err, &link):
		return link, link.New, link.Err
	}
	return nil, "", nil
}
