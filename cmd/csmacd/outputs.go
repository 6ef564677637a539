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

// outputFlags returns the flags that name the files of a run.
func outputFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "json", Usage: "write the result to `FILE`, as JSON (csmacd/result/1)"},
		&cli.StringFlag{Name: "events", Usage: "write every event to `FILE`, one JSON object per line; compressed if its name ends in .gz or .zst"},
		&cli.StringFlag{Name: "events-of", Usage: "write only events of these `KINDS`: tx_start,collision,... or senders (all except receptions and carrier)"},
		&cli.StringFlag{Name: "pcap", Usage: "write every transmission to `FILE`, as pcapng, with one interface per station; compressed as --events"},
		&cli.StringFlag{Name: "pcap-at", Usage: "write to --pcap only what the station `NAME` sends and hears, or a port of a bridge, such as sw/B"},
		&cli.StringFlag{Name: "rotate", Usage: "divide --pcap into files NAME_00001.pcapng and so on, each of this `SIZE|TIME`, such as 10MB or 60s of simulated time"},
		&cli.StringFlag{Name: "flow-series", Usage: "write congestion window, round trip and progress of flows of TCP to `FILE`, as CSV, a line for each change; compressed as --events"},
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print no summary, no warnings and no progress"},
	}
}

// seriesFlags returns the flags of a run's time series.
func seriesFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "series", Usage: "write counts, throughput and queues of each interval to `FILE`, as CSV; compressed as --events"},
		&cli.StringFlag{Name: "interval", Usage: "intervals of --series and --flow-series of this simulated `TIME`, such as 10ms", DefaultText: "a hundredth of the run; each change"},
	}
}

// outputFiles reads which files a run writes, and where its summary goes: to standard output,
// unless one of the files does.
func outputFiles(c *cli.Context) (f run.Files, summary io.Writer, err error) {
	taken := ""
	for _, name := range []string{"json", "events", "pcap", "series", "flow-series", "html"} {
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
	f = run.Files{JSON: c.String("json"), Events: c.String("events"), Pcap: c.String("pcap"), Series: c.String("series"), FlowSeries: c.String("flow-series"), At: c.String("pcap-at"), Kinds: medium.AllKinds}
	switch {
	case c.IsSet("events-of") && f.Events == "":
		err = errors.New("--events-of selects what --events FILE holds: give --events too")
	case c.IsSet("pcap-at") && f.Pcap == "":
		err = errors.New("--pcap-at selects the station of --pcap FILE: give --pcap too")
	case c.IsSet("rotate") && (f.Pcap == "" || files.IsStdout(f.Pcap)):
		err = errors.New("--rotate divides the file of --pcap FILE: give --pcap a name")
	case c.IsSet("interval") && f.Series == "" && f.FlowSeries == "":
		err = errors.New("--interval sets the intervals of --series FILE and --flow-series FILE: give one of them too")
	}
	if err == nil && c.IsSet("events-of") {
		if f.Kinds, err = run.Kinds(c.String("events-of")); err != nil {
			err = fmt.Errorf("--events-of %w", err)
		}
	}
	if err == nil && c.IsSet("rotate") {
		f.Rotate, err = parseRotate(c.String("rotate"))
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
