package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/exercise"
	"github.com/csmacd/csmacd/internal/exit"
	"github.com/csmacd/csmacd/internal/lab"
	"github.com/csmacd/csmacd/internal/usage"
)

func labListCommand() *cli.Command {
	return &cli.Command{
		Name:  "list",
		Usage: "list the labs: exercises with questions whose answers csmacd checks",
		UsageText: commandline.Examples(
			"csmacd lab list",
			"csmacd lab list --dir mylabs # labs of your own",
		),
		Description:  commandline.Guide("", "docs/howto/labs.md"),
		Flags:        labFlags(),
		Action:       listLabs,
		OnUsageError: usageError,
	}
}

// labFlags returns the flag that names a folder of labs.
func labFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "dir", Usage: "take the labs in the folder `DIR`: NAME.yaml and NAME.md for each", DefaultText: "csmacd's own"},
	}
}

// labFolder returns the folder that --dir names, or "".
func labFolder(c *cli.Context) string {
	// The flag may stand before the command: csmacd lab --dir DIR list.
	for _, c := range c.Lineage() {
		if dir := c.String("dir"); dir != "" {
			return dir
		}
	}
	return ""
}

// labs returns the folder that --dir names, or csmacd's own labs.
func labs(c *cli.Context) (fs.FS, error) {
	dir := labFolder(c)
	if dir == "" {
		return lab.Builtin(), nil
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("--dir %s: there is no such folder", dir)
	}
	return os.DirFS(dir), nil
}

// ownLabs returns the labs in the folder that --dir names, or none without it.
func ownLabs(c *cli.Context) ([]*exercise.Lab, error) {
	if labFolder(c) == "" {
		return nil, nil
	}
	from, err := labs(c)
	if err != nil {
		return nil, err
	}
	all, err := lab.LoadAll(from)
	if err != nil {
		return nil, wrongLabs(err)
	}
	return all, nil
}

// wrongLabs prints what is wrong in the files of labs, and returns the error of the command.
func wrongLabs(problems error) error {
	fmt.Fprintln(stderr, problems)
	return exit.Error{Status: exit.Failure}
}

func listLabs(c *cli.Context) error {
	if c.NArg() > 0 {
		return usage.Errorf("lab list takes no argument")
	}
	from, err := labs(c)
	if err != nil {
		return err
	}
	all, wrong := lab.LoadAll(from)
	t := tabwriter.NewWriter(c.App.Writer, 0, 0, 2, ' ', 0)
	for _, l := range all {
		fmt.Fprintf(t, "%s\t%d\t%s\n", l.ID, len(l.Questions), l.Title)
	}
	t.Flush()
	if wrong != nil {
		return wrongLabs(wrong)
	}
	if len(all) == 0 {
		return errors.New("there is no lab: a lab is two files, NAME.yaml and NAME.md (docs/howto/labs.md)")
	}
	fmt.Fprintf(c.App.Writer, "\n%s show NAME prints a lab's sheet; %[1]s check NAME NUMBER ANSWER checks an answer.\n", exercise.Command(labFolder(c)))
	return nil
}

// oneLab reads the lab with a name.
func oneLab(c *cli.Context, name string) (*exercise.Lab, error) {
	from, err := labs(c)
	if err != nil {
		return nil, err
	}
	l, wrong, err := labIn(strings.TrimSuffix(filepath.Base(name), ".yaml"), from)
	if wrong != nil {
		return nil, wrongLabs(wrong)
	}
	return l, err
}

// labIn reads the lab with a name from the first of some folders that has one. The first error is what is wrong in the lab's files.
func labIn(name string, folders ...fs.FS) (l *exercise.Lab, wrong, err error) {
	var all []string
	for _, from := range folders {
		names, err := lab.Names(from)
		if err != nil {
			return nil, nil, err
		}
		if slices.Contains(names, name) {
			l, wrong = lab.Load(from, name)
			return l, wrong, nil
		}
		all = append(all, names...)
	}
	slices.Sort(all)
	if best := document.Nearest(name, 1, all); best != "" {
		return nil, nil, usage.Errorf("there is no lab %q: did you mean %s?", name, best)
	}
	return nil, nil, usage.Errorf("there is no lab %q; there are %s", name, strings.Join(slices.Compact(all), ", "))
}
