package attach

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/csmacd/csmacd/internal/document"
)

// maxTAP is the kernel's IFNAMSIZ less its final 0. maxFileName is its NAME_MAX: a namespace is
// a file in /run/netns.
const (
	maxTAP      = 15
	maxFileName = 255
)

// cannotName adds what the name is for to the error of a check of names.
func cannotName(what string, check func(string) error) func(string) error {
	return func(name string) error {
		if err := check(name); err != nil {
			return fmt.Errorf("%q cannot name %s: %w", name, what, err)
		}
		return nil
	}
}

// checkTAP says why the kernel would refuse an interface of this name.
func checkTAP(name string) error {
	switch {
	case len(name) < 1 || len(name) > maxTAP:
		return errors.New("it must have 1 to 15 octets")
	case name == "." || name == "..":
		return errors.New("it is the name of a folder")
	case strings.ContainsAny(name, "/:") || strings.ContainsFunc(name, unicode.IsSpace) || !document.Printable(name):
		return errors.New("it must not contain a space, a slash or a colon")
	}
	return nil
}

// checkNetns says why a network namespace cannot have this name.
func checkNetns(name string) error {
	switch {
	case len(name) < 1 || len(name) > maxFileName:
		return errors.New("it must have 1 to 255 octets")
	case name == "." || name == "..":
		return errors.New("it is the name of a folder")
	case strings.Contains(name, "/") || strings.ContainsFunc(name, unicode.IsSpace) || !document.Printable(name):
		return errors.New("it must not contain a space or /")
	}
	return nil
}
