package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	lab "github.com/csmacd/csmacd/internal/page"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: site FOLDER (a new one)")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
	fmt.Println(filepath.Join(os.Args[1], "index.html"))
}

// write builds the site of the tree in the working folder and writes it to a new folder.
func write(folder string) error {
	if entries, err := os.ReadDir(folder); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty: the site is written to a new folder", folder)
	} else if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	files, err := build(os.DirFS("."))
	if err != nil {
		return err
	}
	for name, content := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o666); err != nil {
			return err
		}
	}
	return lab.Write(filepath.Join(folder, labFolder))
}
