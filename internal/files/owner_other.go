//go:build !unix

package files

import (
	"io/fs"
	"os"
)

func inherit(*os.File, fs.FileInfo) error { return nil }
func canInherit(fs.FileInfo) bool         { return true }
func ownFolder(string) bool               { return true }
