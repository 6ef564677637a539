package files

import (
	"fmt"
	"io/fs"
)

// missing is an error that is an [fs.ErrNotExist] and says in its own words what there is not.
type missing string

// Missing returns an error for something that does not exist. It is an [fs.ErrNotExist], whose text it does not have.
func Missing(format string, args ...any) error { return missing(fmt.Sprintf(format, args...)) }

func (m missing) Error() string { return string(m) }

func (missing) Is(target error) bool { return target == fs.ErrNotExist }
