package lab

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/exercise"
)

//go:embed labs
var embedded embed.FS

// Builtin is the folder of csmacd's own labs.
func Builtin() fs.FS {
	own, err := fs.Sub(embedded, "labs")
	if err != nil {
		panic(err) // the name is a constant, and valid
	}
	return own
}

// maxFile is the longest file of a lab, in octets.
const maxFile = 1 << 20

// Names returns the names of the labs in a folder, sorted. Each YAML file is a lab, except NAME.scenario.yaml: that is the
// scenario of one, where its sheet tells students to write it.
func Names(from fs.FS) ([]string, error) {
	entries, err := fs.ReadDir(from, ".")
	if err != nil {
		return nil, because(err)
	}
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".yaml"); ok && !e.IsDir() && !strings.HasSuffix(e.Name(), exercise.ScenarioEnding) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// Load reads a lab from its two files in a folder. The error is a [document.Problems] with
// everything that is wrong in both, unless a file cannot be read.
func Load(from fs.FS, name string) (*exercise.Lab, error) {
	source, err := readFile(from, name+".yaml")
	if err != nil {
		return nil, err
	}
	text, err := readFile(from, name+".md")
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%s.md: is missing: a lab is a YAML file, and a Markdown file of the same name with the sheet's text", name)
	}
	if err != nil {
		return nil, err
	}
	sheets := map[string]string{}
	for _, language := range languages {
		switch sheet, err := readFile(from, name+"."+language+".md"); {
		case err == nil:
			sheets[language] = sheet
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
	}
	r := &reader{Reader: document.NewReader(name+".yaml", &format, document.StandardLimits), from: from, source: source, sheet: text, sheets: sheets, lab: &exercise.Lab{ID: name}}
	r.read()
	if len(r.Problems.List) > 0 {
		return nil, document.Problems(r.sorted())
	}
	return r.lab, nil
}

// LoadAll reads all labs of a folder. The error joins those of all labs that cannot be read;
// the others are returned all the same.
func LoadAll(from fs.FS) (labs []*exercise.Lab, err error) {
	names, err := Names(from)
	if err != nil {
		return nil, err
	}
	var errs []error
	for _, name := range names {
		l, err := Load(from, name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		labs = append(labs, l)
	}
	return labs, errors.Join(errs...)
}

func readFile(from fs.FS, name string) (string, error) {
	if !fs.ValidPath(name) {
		return "", fmt.Errorf("%s: is not the path of a file in the labs' folder", name)
	}
	f, err := from.Open(path.Clean(name))
	if err != nil {
		return "", because(err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return "", because(err)
	}
	if len(text) > maxFile {
		return "", fmt.Errorf("%s: is longer than %d MiB", name, maxFile>>20)
	}
	return string(text), nil
}

// because makes an error name its file only once.
func because(err error) error {
	var p *fs.PathError
	if !errors.As(err, &p) {
		return err
	}
	if errors.Is(p.Err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", p.Path, fs.ErrNotExist)
	}
	return fmt.Errorf("%s: %w", p.Path, p.Err)
}
