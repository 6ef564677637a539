package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/exercise"
	"github.com/csmacd/csmacd/internal/exit"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/lab"
	"github.com/csmacd/csmacd/internal/usage"
	"github.com/csmacd/csmacd/internal/visible"
)

// checkHandIns checks the files that students hand in. It prints one file answer by answer, and several in a line each.
func checkHandIns(c *cli.Context, list []string) error {
	if len(list) == 0 {
		return usage.Errorf("lab check --hand-in takes one FILE at least, which a student saved in the page")
	}
	perfect, seen := true, handedIn{}
	t := tabwriter.NewWriter(c.App.Writer, 0, 0, 2, ' ', 0)
	for _, path := range list {
		file := inputName(path)
		h, l, err := readHandIn(c, path)
		var anew *exercise.HandIn
		var differs []string
		if err == nil {
			anew, differs, err = exercise.NewWork(l).Verify(c.Context, h)
		}
		if interrupted := c.Context.Err(); interrupted != nil {
			return interrupted
		}
		if err != nil && len(list) == 1 {
			return files.Because(file, err)
		}
		if err != nil { // the other files are checked all the same
			perfect = false
			fmt.Fprintf(t, "%s\t-\t-\t-\tnot read: %s\n", visible.String(file), oneLine(files.Because("", err)))
			continue
		}
		right := 0
		for _, a := range anew.Answers {
			if a.Right {
				right++
			}
		}
		perfect = perfect && right == len(l.Questions) && len(differs) == 0
		if len(list) == 1 {
			tellHandIn(t, l, anew, right, differs)
			continue
		}
		notes := append(differs, seen.notes(file, h)...)
		fmt.Fprintf(t, "%s\t%s\t%s\t%d of %d right\t%s\n", visible.String(file), nameOf(h), l.ID, right, len(l.Questions), strings.Join(notes, "; "))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if !perfect {
		return exit.Error{Status: exit.Failure}
	}
	return nil
}

// readHandIn reads a file that a student handed in, standard input for -, and the lab that it is about: one of the user, or of csmacd.
func readHandIn(c *cli.Context, file string) (*exercise.HandIn, *exercise.Lab, error) {
	text, err := readAtMost(file, exercise.MostHandedIn+1)
	if err != nil {
		return nil, nil, err
	}
	h, err := exercise.ReadHandIn(text)
	if err != nil {
		return nil, nil, err
	}
	l, err := labOfHandIn(c, h.Lab)
	return h, l, err
}

// readAtMost reads the beginning of a file: one like /dev/zero has no end.
func readAtMost(file string, most int64) ([]byte, error) {
	in := os.Stdin
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	return io.ReadAll(io.LimitReader(in, most))
}

// labOfHandIn returns the lab with a name. A lab of the user comes before one of csmacd, as in the page.
func labOfHandIn(c *cli.Context, name string) (*exercise.Lab, error) {
	own, err := labs(c)
	if err != nil {
		return nil, err
	}
	l, wrong, err := labIn(name, own, lab.Builtin())
	return l, errors.Join(wrong, err)
}

// tellHandIn prints what one student has handed in.
func tellHandIn(w io.Writer, l *exercise.Lab, h *exercise.HandIn, right int, differs []string) {
	fmt.Fprintf(w, "%s: %s (%s)\n\nquestion\tanswer\tverdict\ttries\thints\n", nameOf(h), l.Title, l.ID)
	for n := range l.Questions {
		k := slices.IndexFunc(h.Answers, func(a exercise.Answer) bool { return a.Question == n+1 })
		if k < 0 {
			fmt.Fprintf(w, "%d\t-\tnot answered\t-\t-\n", n+1)
			continue
		}
		a := h.Answers[k]
		fmt.Fprintf(w, "%d\t%s\t%s\t%d\t%d\n", n+1, onLine(a.Answer), a.Verdict(), a.Tries, a.Hints)
	}
	fmt.Fprintf(w, "\n%d of %d right\n", right, len(l.Questions))
	for _, d := range differs {
		fmt.Fprintln(w, d)
	}
	if len(differs) == 0 {
		fmt.Fprintln(w, "The verdicts and the runs are those of this csmacd.")
	}
}

// handedIn has the files so far, by what should be in one of them only.
type handedIn map[string]string

// notes returns what a lecturer should know of a file beside those before it. One student may hand in several labs.
func (seen handedIn) notes(file string, h *exercise.HandIn) (notes []string) {
	name := strings.ToLower(strings.Join(strings.Fields(h.Name), " "))
	if name == "" {
		notes = append(notes, "the file has no name of a student")
	}
	whole, _ := h.JSON() // it has been read from JSON
	content, student := "content\x00"+string(whole), "student\x00"+h.Lab+"\x00"+name
	switch {
	case seen[content] != "":
		notes = append(notes, "the same as "+seen[content])
	case seen[student] != "" && name != "":
		notes = append(notes, "the same name as in "+seen[student])
	}
	for _, key := range []string{content, student} {
		if seen[key] == "" {
			seen[key] = visible.String(file)
		}
	}
	return notes
}

// nameOf returns the name of the student, or -.
func nameOf(h *exercise.HandIn) string {
	if name := onLine(h.Name); name != "" {
		return name
	}
	return "-"
}

// oneLine returns an error, which may be long, on a line of a table.
func oneLine(err error) string {
	return visible.String(strings.TrimPrefix(strings.Join(strings.Fields(err.Error()), " "), ": "))
}

// onLine returns a text that a student wrote on one line, with at most 40 characters.
func onLine(text string) string {
	text = visible.String(strings.Join(strings.Fields(text), " "))
	if short := []rune(text); len(short) > 40 {
		text = string(short[:39]) + "…"
	}
	return text
}
