package run

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/resource"
	"github.com/csmacd/csmacd/medium/server"
	"github.com/csmacd/csmacd/phy"
)

// mostTimes limits the memory of measured times, and mostOctets that of a line of their file, or of what is not a file.
const (
	mostTimes  = 1_000_000
	mostOctets = 128 << 20
)

// ReadTimes reads measured times from a column of a CSV file, for a medium of kind server. The first
// line may have names of columns. The error names the line, and says what would be right.
func ReadTimes(t resource.Times) ([]phy.Time, error) {
	f, err := os.Open(t.File)
	if err != nil {
		return nil, files.Because(t.File, err)
	}
	defer f.Close()
	limited := io.LimitedReader{R: f, N: mostOctets}
	times, line, err := readTimes(&limited, t)
	if err != nil {
		if line > 0 {
			return nil, fmt.Errorf("%s:%d: %w", t.File, line, err)
		}
		return nil, fmt.Errorf("%s: %w", t.File, err)
	}
	return times, nil
}

// readTimes returns the times, or the line of the first mistake, if it is of a line.
func readTimes(f *io.LimitedReader, t resource.Times) (times []phy.Time, line int, err error) {
	most := f.N
	defer func() {
		if f.N == 0 {
			times, line, err = nil, 0, fmt.Errorf("is longer than %d MiB, the limit for measured times", most>>20)
		}
	}()
	r := csv.NewReader(files.WithoutMark(f))
	r.ReuseRecord, r.TrimLeadingSpace = true, true
	column := -1
	for row := 1; ; row++ {
		fields, err := r.Read()
		switch wrong := (*csv.ParseError)(nil); {
		case err == io.EOF && len(times) == 0:
			return nil, 0, errors.New("has no times: write one a line")
		case err == io.EOF:
			return times, 0, nil
		case errors.As(err, &wrong):
			return nil, wrong.Line, fmt.Errorf("%w: a line must have as many columns as the first, and quotes in pairs", wrong.Err)
		case err != nil:
			return nil, 0, err
		}
		line, _ := r.FieldPos(0)
		if row == 1 {
			for i := range fields {
				fields[i] = strings.TrimSpace(fields[i])
			}
			if column, err = columnOf(fields, t.Column); err != nil {
				return nil, line, err
			}
		}
		v, err := timeOf(strings.TrimSpace(fields[column]), t.Unit)
		switch {
		case err != nil && row == 1 && !strings.ContainsAny(fields[column][:min(1, len(fields[column]))], "0123456789.-+"):
			continue // the names of the columns
		case err != nil:
			return nil, line, err
		case len(times) == mostTimes:
			return nil, line, fmt.Errorf("more than %d times: a random sample of them has the same distribution", mostTimes)
		}
		times = append(times, v)
	}
}

// columnOf returns the place of a column. Its name, if it has one, is in the first line.
func columnOf(first []string, name string) (int, error) {
	if i := slices.Index(first, name); i >= 0 {
		return i, nil
	}
	number, err := strconv.Atoi(name)
	switch {
	case name == "" && len(first) == 1:
		return 0, nil
	case name == "":
		return 0, fmt.Errorf("there are %d columns (%s): say which has the times, such as column: %s", len(first), listed(first), first[len(first)-1])
	case err == nil && number >= 1 && number <= len(first):
		return number - 1, nil
	}
	return 0, fmt.Errorf("there is no column %q: write one of %s, or a number from 1 to %d", name, listed(first), len(first))
}

// listed returns the first names of columns.
func listed(names []string) string {
	const most = 12
	if len(names) > most {
		return strings.Join(names[:most], ", ") + ", ..."
	}
	return strings.Join(names, ", ")
}

// timeOf reads a time, with a unit of its own or that of all.
func timeOf(s, unit string) (phy.Time, error) {
	text := s
	if v, err := strconv.ParseFloat(s, 64); err == nil {
		if unit == "" {
			return 0, fmt.Errorf("%s has no unit: write unit: s, ms, us or ns beside file", s)
		}
		if strings.ContainsAny(s, "eE") && v >= 0 && v < 1e15 { // as many tools write small and large numbers
			text = strings.TrimRight(strings.TrimRight(strconv.FormatFloat(v, 'f', 15, 64), "0"), ".")
		}
		text += unit
	}
	t, err := phy.ParseTime(text, 0)
	if err == nil && t > server.MostTime {
		return 0, fmt.Errorf("%s is longer than an hour, the longest response time: is the unit right?", text)
	}
	return t, err
}
