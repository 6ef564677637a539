package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/policies"
	"github.com/csmacd/csmacd/internal/terminal"
	"github.com/csmacd/csmacd/phy"
)

func physCommand() *cli.Command {
	return &cli.Command{
		Name:  "phys",
		Usage: "list the physical layers that a scenario can name, with their numbers",
		UsageText: commandline.Examples(
			"csmacd phys",
			"csmacd phys | grep 100base",
		),
		Description:  commandline.Guide("", "docs/reference/mac.md"),
		Before:       alone,
		Action:       listPhys,
		OnUsageError: usageError,
	}
}

func listPhys(c *cli.Context) error {
	w := c.App.Writer
	fmt.Fprint(w, "phy: NAME in a scenario. Numbers are those of IEEE 802.3 Table 4-2 and of the clause;\n"+
		"times in bit times (bt), frames in octets. mac: {...} overrides each.\n\n")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "NAME\tBIT TIME\tVELOCITY\tSEGMENT\tSTATIONS\tSOURCE\tWHAT IT IS")
	for _, l := range phy.Lines {
		stations := "-"
		if l.SegmentStations > 0 {
			stations = fmt.Sprint(l.SegmentStations)
		}
		fmt.Fprintf(t, "%s\t%v\t%gc\t%gm\t%s\t%s\t%s\n", l.Name, l.BitTime, l.Velocity, l.SegmentLength, stations, l.Source, l.Title)
	}
	t.Flush()
	l := phy.Ethernet10
	fmt.Fprintf(w, "\nall of them: slot_time %dbt, ifg %dbt (ifg_part1 %dbt), jam %dbt, header %dbt,\n"+
		"attempt_limit %d, backoff_limit %d, min_frame %d, max_frame %d, max_defer %dbt (Table 4-2, up to 100 Mb/s)\n",
		l.SlotTime, l.InterPacketGap, l.IPGPart1, l.JamSize, l.HeaderSize, l.AttemptLimit, l.BackoffLimit, l.MinFrame, l.MaxFrame, l.MaxDefer)
	return nil
}

func policiesCommand() *cli.Command {
	return &cli.Command{
		Name:  "policies",
		Usage: "list the backoff policies that a scenario can name, with their parameters",
		UsageText: commandline.Examples(
			"csmacd policies",
			"csmacd policies | less",
		),
		Description:  commandline.Guide("", "docs/reference/policies.md"),
		Before:       alone,
		Action:       listPolicies,
		OnUsageError: usageError,
	}
}

func listPolicies(c *cli.Context) error {
	w := c.App.Writer
	fmt.Fprint(w, "backoff: NAME in a scenario, or {policy: NAME, PARAMETER: VALUE}. n is the number of the failure, from 1.\n"+
		"Plain numbers are slots on a cable, and elsewhere multiples of the medium's unit.\n")
	for _, p := range policies.All() {
		fmt.Fprintf(w, "\n%s\n  %s\n", p.Name, terminal.Wrap(p.Text, 78, "  "))
		listParams(w, p.Params())
		for _, line := range []struct{ name, text string }{{"delay", p.Formula}, {"cap", p.Cap}, {"state", p.State}, {"source", p.Source}} {
			if line.text != "" {
				fmt.Fprintf(w, "  %s: %s\n", line.name, terminal.Wrap(line.text, 70, "    "))
			}
		}
	}
	fmt.Fprint(w, "\nEvery policy takes besides\n")
	listParams(w, policies.Common())
	return nil
}

func listParams(w io.Writer, params []policies.ParamInfo) {
	for _, q := range params {
		standard := "must be given"
		if q.Default != "" {
			standard = "default " + q.Default
		}
		fmt.Fprintf(w, "    %s\n", terminal.Wrap(fmt.Sprintf("%s: %s; %s, %s", q.Name, q.Text, q.Range, standard), 74, "      "))
	}
}
