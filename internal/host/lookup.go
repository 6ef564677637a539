//go:build linux

package host

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// lookUp finds a command along the PATH of the environment that the command will have.
func lookUp(name string, env []string) (string, error) {
	if !strings.Contains(name, "/") {
		path := os.Getenv("PATH")
		for _, e := range env {
			if value, ok := strings.CutPrefix(e, "PATH="); ok {
				path = value
			}
		}
		var denied error
		for _, dir := range filepath.SplitList(path) {
			if dir == "" {
				dir = "."
			}
			found, err := exec.LookPath(dir + "/" + name)
			if err == nil {
				return found, nil
			}
			if errors.Is(err, fs.ErrPermission) && exists(dir+"/"+name) {
				denied = err
			}
		}
		if denied == nil {
			denied = fs.ErrNotExist
		}
		return "", notRun{name, because(denied)}
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", notRun{name, because(err)}
	}
	return path, nil
}

// because removes the name from an error that has one: the message already names it.
func because(err error) error {
	var named *exec.Error
	if errors.As(err, &named) {
		err = named.Err
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return err
}
