// Packaging makes what users install of csmacd: an archive for each platform, with the manual page,
// completions, examples and licences; packages for Debian and for systems with rpm; a bill of materials
// for each; and the checksums of all. The same commit and the same Go release give the same octets.
package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/licenses/collect"
)

func main() {
	out := flag.String("out", "../bin/dist", "the folder to write to")
	root := flag.String("root", "..", "the clone to pack")
	platforms := flag.String("platforms", strings.Join(collect.Platforms, ","), "the platforms, as GOOS/GOARCH, separated by commas")
	flag.Parse()
	if err := pack(*root, *out, strings.Split(*platforms, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "packaging:", err)
		os.Exit(1)
	}
}

// pack writes archives and packages for platforms into a folder. If something fails the folder stays as it
// was, or does not exist.
func pack(root, out string, platforms []string) error {
	for _, p := range platforms {
		if !slices.Contains(collect.Platforms, p) {
			return fmt.Errorf("csmacd is not released for %q: the platforms are %s", p, strings.Join(collect.Platforms, ", "))
		}
	}
	root, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "csmacd-packaging")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	s, err := open(root, scratch)
	if err != nil {
		return err
	}
	files, err := s.shared()
	if err != nil {
		return err
	}
	var made []file
	for _, platform := range platforms {
		fmt.Fprintf(os.Stderr, "packaging: %s\n", platform) // each takes minutes in a new clone
		more, err := s.platform(platform, files)
		if err != nil {
			return fmt.Errorf("%s: %w", platform, err)
		}
		made = append(made, more...)
	}
	byName(made)
	sums := ""
	for _, f := range made {
		sums += fmt.Sprintf("%x  %s\n", sha256.Sum256(f.content), f.name)
	}
	made = append(made, file{name: "SHA256SUMS", content: []byte(sums)})
	return write(out, made)
}

// platform returns what is made for a platform.
func (s *source) platform(platform string, shared []file) ([]file, error) {
	binary, err := s.build(platform)
	if err != nil {
		return nil, err
	}
	content, err := os.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	bill, err := s.bill(binary)
	if err != nil {
		return nil, err
	}
	goos, goarch, _ := strings.Cut(platform, "/")
	name := fmt.Sprintf("csmacd_%s_%s_%s", s.version, goos, goarch)
	files := append([]file{{filepath.Base(binary), content, true}, {"SBOM.cdx.json", bill, false}}, shared...)
	byName(files)
	archive, pack := ".tar.gz", tarball
	if goos == "windows" {
		archive, pack = ".zip", zipped
	}
	packed, err := pack(name, files, s.at)
	if err != nil {
		return nil, err
	}
	made := []file{{name: name + archive, content: packed}, {name: name + ".cdx.json", content: bill}}
	if goos != "linux" {
		return made, nil
	}
	for _, format := range []string{"deb", "rpm"} {
		name, content, err := s.linux(format, goarch, append([]file{{"SBOM.cdx.json", bill, false}}, shared...))
		if err != nil {
			return nil, err
		}
		made = append(made, file{name: name, content: content})
	}
	return made, nil
}

// write replaces a folder by one with the files given.
func write(folder string, files []file) error {
	fresh := folder + ".new"
	if err := os.RemoveAll(fresh); err != nil {
		return err
	}
	if err := os.MkdirAll(fresh, 0o777); err != nil {
		return err
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(fresh, f.name), f.content, 0o666); err != nil {
			return err
		}
		fmt.Printf("%s  %d kB\n", f.name, (len(f.content)+999)/1000)
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	return os.Rename(fresh, folder)
}
