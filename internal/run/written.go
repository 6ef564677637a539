package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/csmacd/csmacd/internal/compress"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/series"
	"github.com/csmacd/csmacd/medium"
)

// Kind is a kind of thing that csmacd wrote earlier.
type Kind int

// The kinds of things that csmacd writes.
const (
	Campaign Kind = iota
	Result
	Events
	Series
	FlowSeries
)

func (k Kind) String() string {
	return [...]string{"a campaign", "a result", "a file of events", "a series", "a series of flows"}[k]
}

// KindOf returns the kind of what is at a path: a folder is a campaign, and the beginning of a
// file, compressed or not, shows what the file is.
func KindOf(path string) (Kind, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return Campaign, nil
	}
	f, err := compress.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	head := make([]byte, 4096)
	n, err := io.ReadFull(f, head)
	head = bytes.TrimSpace(head[:n])
	switch {
	case bytes.HasPrefix(head, []byte(`{"ps":`)):
		return Events, nil
	case bytes.HasPrefix(head, []byte("{")) && bytes.Contains(head, []byte(medium.ResultSchema)):
		return Result, nil
	case bytes.HasPrefix(head, []byte(series.Columns[0].Name+","+series.Columns[1].Name+",")):
		return Series, nil
	case bytes.HasPrefix(head, []byte(series.FlowColumns[0].Name+","+series.FlowColumns[1].Name+",")):
		return FlowSeries, nil
	case errors.Is(err, compress.ErrCut):
		return 0, files.Because(path, err)
	case n == 0:
		return 0, fmt.Errorf("%s: is empty", path)
	case strings.HasSuffix(path, ".yaml") || strings.HasSuffix(path, ".yml"):
		return 0, fmt.Errorf("%s: is a scenario that has not been run: csmacd run %s --json RESULT.json, or csmacd sweep %s", path, path, path)
	}
	return 0, fmt.Errorf("%s: is neither a result (csmacd run FILE --json), nor events (--events), nor a series (--series, --flow-series), nor the folder of a campaign (csmacd sweep)", path)
}

// ReadResult reads a result.
func ReadResult(path string) (*medium.Result, error) {
	f, err := compress.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if err != nil {
		return nil, files.Because(path, err)
	}
	r := &medium.Result{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s: is not a whole result: %w", path, files.JSON(err))
	}
	if r.Schema != medium.ResultSchema {
		return nil, fmt.Errorf("%s: its schema is %q; this version reads %s", path, r.Schema, medium.ResultSchema)
	}
	return r, nil
}
