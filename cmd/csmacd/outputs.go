package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/usage"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// outputFlags say what a run writes.
func outputFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "json", Usage: "write the result to `FILE`, as JSON (csmacd/result/1)"},
		&cli.StringFlag{Name: "events", Usage: "write every event to `FILE`, one JSON object a line"},
		&cli.StringFlag{Name: "events-of", Usage: "write only events of these `KINDS`: tx_start,collision,... or senders (all but receptions and carrier at each tap)"},
		&cli.StringFlag{Name: "pcap", Usage: "write every transmission to `FILE`, as pcapng: one interface a station"},
		&cli.StringFlag{Name: "pcap-at", Usage: "have --pcap write what the station `NAME` sends and hears instead"},
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print no summary, no warnings and no progress"},
	}
}

// seriesFlags are those of a run's time series.
func seriesFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "series", Usage: "write a time series to `FILE`, as CSV: counts, throughput and queues by intervals, from the warm-up's end on"},
		&cli.StringFlag{Name: "interval", Usage: "have --series count by the simulated `TIME`, such as 10ms (default: a hundredth of the run)"},
	}
}

// outputFiles reads what a run writes, and where its summary goes: standard output, unless a file does.
func outputFiles(c *cli.Context) (f run.Files, summary io.Writer, err error) {
	taken := ""
	for _, name := range []string{"json", "events", "pcap", "series", "html"} {
		stdout := files.IsStdout(c.String(name))
		switch {
		case stdout && taken != "":
			return f, nil, usage.Errorf("--%s and --%s cannot both go to standard output: give one of them a file", taken, name)
		case stdout:
			taken = name
		case c.IsSet(name) && c.String(name) == "":
			return f, nil, usage.Errorf("--%s needs a file, or - for standard output", name)
		}
	}
	f = run.Files{JSON: c.String("json"), Events: c.String("events"), Pcap: c.String("pcap"), Series: c.String("series"), At: c.String("pcap-at"), Kinds: medium.AllKinds}
	switch {
	case c.IsSet("events-of") && f.Events == "":
		err = errors.New("--events-of says what --events FILE is to hold: give that too")
	case c.IsSet("pcap-at") && f.Pcap == "":
		err = errors.New("--pcap-at says which station --pcap FILE is about: give that too")
	case c.IsSet("interval") && f.Series == "":
		err = errors.New("--interval is that of --series FILE: give that too")
	}
	if err == nil && c.IsSet("events-of") {
		f.Kinds, err = run.Kinds(c.String("events-of"))
	}
	if err == nil && c.IsSet("interval") {
		if f.Interval, err = phy.ParseTime(c.String("interval"), 0); err == nil && f.Interval <= 0 {
			err = errors.New("must be more than 0")
		}
		if err != nil {
			err = fmt.Errorf("--interval: %w", err)
		}
	}
	if err != nil {
		return f, nil, usage.Of(err)
	}
	if taken != "" {
		return f, stderr, nil
	}
	return f, c.App.Writer, nil
}
