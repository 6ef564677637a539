package extcap

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// linkName is the name of the link.
const linkName = "csmacd"

// Install makes the links. It replaces an existing link; anything else of this name is left
// alone.
func Install(w io.Writer, folders []string, program string) error {
	for _, folder := range folders {
		link := filepath.Join(folder, linkName)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		if err := unlink(link); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err := os.Symlink(program, link); err != nil {
			return err
		}
		fmt.Fprintf(w, "made %s, a link to %s\n", link, program)
	}
	fmt.Fprintln(w, "While csmacd up runs, tshark -D and Wireshark list it; csmacd extcap --remove undoes this.")
	return nil
}

// Remove removes the links.
func Remove(w io.Writer, folders []string) error {
	var errs []error
	for _, folder := range folders {
		link := filepath.Join(folder, linkName)
		switch err := unlink(link); {
		case err == nil:
			fmt.Fprintln(w, "removed", link)
		case errors.Is(err, fs.ErrNotExist):
			fmt.Fprintln(w, "there is no", link)
		default:
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// unlink removes a symbolic link, and nothing else.
func unlink(link string) error {
	info, err := os.Lstat(link)
	if err != nil {
		return err
	}
	if info.Mode().Type() != fs.ModeSymlink {
		return fmt.Errorf("%s is not a link, so csmacd did not make it: move it away", link)
	}
	return os.Remove(link)
}

// Tell lists what is installed.
func Tell(w io.Writer, folders []string) error {
	missing := false
	for _, folder := range folders {
		link := filepath.Join(folder, linkName)
		if to, err := os.Readlink(link); err == nil {
			fmt.Fprintf(w, "%s is a link to %s\n", link, to)
		} else {
			missing = true
			fmt.Fprintf(w, "there is no link %s\n", link)
		}
	}
	hint := ""
	if missing {
		hint = "csmacd extcap --install makes what is missing; "
	}
	fmt.Fprintln(w, hint+"csmacd extcap --help tells what it is for.")
	return nil
}
