package compare

import (
	"fmt"
	"io"
	"math"
	"reflect"
	"strconv"
	"text/tabwriter"

	"github.com/csmacd/csmacd/internal/names"
	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/medium"
)

// twoResults holds the differences between two results.
type twoResults struct {
	Same    bool           `json:"same"`
	Run     [2]resultOf    `json:"runs"`
	Figures []figureChange `json:"figures"`
	Changed []string       `json:"stations_that_differ"`
	Only    [2][]string    `json:"stations_of_one_only"`
}

// resultOf identifies the run of a result.
type resultOf struct {
	File     string `json:"file"`
	Scenario string `json:"scenario"`
	Seed     uint64 `json:"seed"`
	Version  string `json:"version"`
	Digest   string `json:"digest"`
	Complete bool   `json:"complete"`

	Notes []string `json:"notes,omitempty"` // those of the result

	Timeline []medium.Effect `json:"timeline,omitempty"` // that of the result
}

// figureChange is a figure of both results. If a result does not contain the figure, its side and the
// difference are null.
type figureChange struct {
	Name     string   `json:"name"`
	A        *float64 `json:"a"`
	B        *float64 `json:"b"`
	Change   *float64 `json:"difference"`
	Relative *float64 `json:"relative"` // to a; null if a is 0
}

func (f *figureChange) same() bool { return f.Change != nil && *f.Change == 0 }

func results(a, b string) (*twoResults, error) {
	var r [2]*medium.Result
	t := &twoResults{Figures: []figureChange{}, Changed: []string{}, Only: [2][]string{{}, {}}}
	for i, file := range []string{a, b} {
		var err error
		if r[i], err = run.ReadResult(file); err != nil {
			return nil, err
		}
		t.Run[i] = resultOf{file, r[i].Scenario, r[i].Seed, r[i].Version, r[i].Digest, r[i].Complete, r[i].Notes, r[i].Timeline}
	}
	t.figures(r[0], r[1])
	t.stations(r[0], r[1])
	t.Same = r[0].Digest == r[1].Digest && len(t.Changed)+len(t.Only[0])+len(t.Only[1]) == 0
	for _, f := range t.Figures {
		t.Same = t.Same && f.same()
	}
	return t, nil
}

// stations finds the stations that differ, and those that only one result has.
func (t *twoResults) stations(a, b *medium.Result) {
	of := map[string]*medium.Station{}
	for i := range b.Stations {
		of[b.Stations[i].Name] = &b.Stations[i]
	}
	for i := range a.Stations {
		s := &a.Stations[i]
		other, ok := of[s.Name]
		delete(of, s.Name)
		switch {
		case !ok:
			t.Only[0] = append(t.Only[0], s.Name)
		case !reflect.DeepEqual(*s, *other):
			t.Changed = append(t.Changed, s.Name)
		}
	}
	for i := range b.Stations {
		if of[b.Stations[i].Name] != nil {
			t.Only[1] = append(t.Only[1], b.Stations[i].Name)
		}
	}
}

func (t *twoResults) Differs() bool { return !t.Same }

// mostChanges is the number of entries of a timeline that a table lists.
const mostChanges = 8

func (t *twoResults) Table(w io.Writer, all bool) error {
	for i, r := range t.Run {
		note := ""
		if !r.Complete {
			note = ", not complete"
		}
		fmt.Fprintf(w, "%c  %s: %s, seed %d, digest %s, csmacd %s%s\n", 'A'+i, r.File, r.Scenario, r.Seed, r.Digest, r.Version, note)
		for _, note := range r.Notes {
			fmt.Fprintf(w, "   note: %s\n", note)
		}
		for k, e := range r.Timeline {
			if k == mostChanges {
				fmt.Fprintf(w, "   and %d more changes\n", len(r.Timeline)-k)
				break
			}
			fmt.Fprintf(w, "   %v\n", e)
		}
	}
	if t.Same {
		fmt.Fprint(w, "\nThe same in every figure.\n")
		if !all {
			return nil
		}
	}
	fmt.Fprintln(w)
	columns := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(columns, "\tA\tB\tB less A\t\t")
	shown := 0
	for _, f := range t.Figures {
		if f.same() && !all {
			continue
		}
		shown++
		relative := ""
		if f.Relative != nil && !f.same() {
			relative = fmt.Sprintf("%+.3g%%", 100**f.Relative)
		}
		fmt.Fprintf(columns, "%s\t%s\t%s\t%s\t%s\t\n", f.Name, orDash(f.A, shortest), orDash(f.B, shortest), orDash(f.Change, signed), relative)
	}
	if shown > 0 {
		if err := columns.Flush(); err != nil {
			return err
		}
	}
	if len(t.Changed) > 0 {
		fmt.Fprintf(w, "\n%d stations differ: %s\n", len(t.Changed), names.Some(t.Changed))
	}
	for i, only := range t.Only {
		if len(only) > 0 {
			fmt.Fprintf(w, "\nonly in %c: %s\n", 'A'+i, names.Some(only))
		}
	}
	if shown == 0 && len(t.Changed)+len(t.Only[0])+len(t.Only[1]) == 0 && !t.Same {
		fmt.Fprintln(w, "All figures are the same; the transmissions (digest) differ.")
	}
	return nil
}

// shortest returns a figure with six digits, or a whole number with all its digits.
func shortest(x float64) string {
	if x == float64(int64(x)) {
		return strconv.FormatInt(int64(x), 10)
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}

// signed returns a difference with four digits and its sign.
func signed(x float64) string {
	text := strconv.FormatFloat(x, 'g', 4, 64)
	if size := math.Abs(x); size >= 1e4 && size < 1e15 {
		text = strconv.FormatFloat(x, 'f', 0, 64)
	}
	if x > 0 {
		return "+" + text
	}
	return text
}
