package campaign

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/plan"
)

// ErrFolder is the error of a folder that holds something other than a campaign.
var ErrFolder = errors.New("is not empty and not a campaign: give --out a new folder")

// CheckFolder returns an error if a campaign cannot be kept in a folder. The folder must not
// exist, or be empty, or hold a campaign, or hold only files that are written before a campaign is there.
func CheckFolder(dir string) error {
	list, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	names := make([]string, len(list))
	for i, e := range list {
		names[i] = e.Name()
	}
	if slices.Contains(names, HeaderName) {
		return nil
	}
	started := slices.Contains(names, RecordsName)
	for _, name := range names {
		if !beforehand(name) && !(started && slices.Contains(written(plan.Kept), name)) {
			return fmt.Errorf("%s: %w (it holds %s)", dir, ErrFolder, name)
		}
	}
	return nil
}

// beforehand reports whether a file can be in a folder before its campaign is: the files of csmacd
// sweep submit, the logs of its tasks, locks, and the first files of a campaign while they
// are being written.
func beforehand(name string) bool {
	return name == RecordsName || name == LockName || strings.HasPrefix(name, LockName+".") ||
		name == "submit.yaml" || name == "submit.yaml.new" || name == "submit.sh" || strings.HasPrefix(name, "slurm-") && strings.HasSuffix(name, ".log") ||
		strings.HasPrefix(name, "."+PlanName+".") || strings.HasPrefix(name, "."+HeaderName+".")
}

// Spares returns an error if the campaign would replace the file from which its plan was read, or a
// file that its scenario names. The plan may be read from plan.yaml of the campaign itself if it stays the same.
func (c *Campaign) Spares(file string, inputs []string) error {
	var t files.Table
	own := SameFile(file, filepath.Join(c.Dir, PlanName))
	if text, err := os.ReadFile(file); !own || err != nil || !bytes.Equal(text, c.text) {
		t.Read("the scenario", file)
	}
	for _, path := range inputs {
		t.Read("a file of the scenario", path)
	}
	for _, name := range written(plan.Kept) {
		t.Write("--out", filepath.Join(c.Dir, name))
	}
	return t.Check()
}

// SameFile reports whether two paths lead to the same existing file.
func SameFile(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}
