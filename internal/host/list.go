package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
)

// List writes the live runs, and the hosts of each that commands can enter.
func List(w io.Writer) error {
	runs, err := Runs()
	look(runs)
	return errors.Join(err, list(w, runs, time.Now()))
}

// look finds the hosts whose namespace somebody has removed.
func look(runs []Record) {
	for i := range runs {
		for k := range runs[i].Hosts {
			h := &runs[i].Hosts[k]
			h.run = &runs[i]
			h.gone = h.isGone()
		}
	}
}

func list(w io.Writer, runs []Record, now time.Time) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if len(runs) > 0 {
		fmt.Fprintln(t, "RUN\tSCENARIO\tUP\tHOSTS TO ENTER")
	}
	for i := range runs {
		r := &runs[i]
		var names []string
		for _, h := range r.Hosts {
			name := h.Station
			for _, a := range h.Addresses {
				name += " " + a.String()
			}
			if h.gone {
				name += " (its namespace is gone)"
			}
			names = append(names, name)
		}
		fmt.Fprintf(t, "%s\t%s\t%v\t%s\n", r.ID, r.Scenario, r.uptime(now).Truncate(time.Second), strings.Join(names, ", "))
	}
	return t.Flush()
}

// uptime returns how long a run has been up.
func (r *Record) uptime(now time.Time) time.Duration { return max(0, now.Sub(r.Began)) }

// listed is a run as ListJSON writes it.
type listed struct {
	Run      string       `json:"run"`
	PID      int          `json:"pid"`
	Scenario string       `json:"scenario"`
	Began    time.Time    `json:"began"`
	Uptime   float64      `json:"uptime_s"`
	Rootless bool         `json:"rootless"`
	Control  string       `json:"control"` // path of the control socket
	Capture  string       `json:"capture"` // path of the socket with a live capture
	Hosts    []listedHost `json:"hosts"`
}

type listedHost struct {
	Name      string   `json:"name"`
	Netns     string   `json:"netns"` // empty: the namespace that the run began in
	TAP       string   `json:"tap"`
	Addresses []string `json:"addresses"`
	Gone      bool     `json:"gone,omitempty"` // somebody has removed the namespace
}

// ListJSON writes the same as JSON, with more of each run and host.
func ListJSON(w io.Writer) error {
	runs, err := Runs()
	look(runs)
	return errors.Join(err, listJSON(w, runs, time.Now()))
}

func listJSON(w io.Writer, runs []Record, now time.Time) error {
	all := struct {
		Runs []listed `json:"runs"`
	}{[]listed{}}
	for i := range runs {
		r := &runs[i]
		l := listed{
			Run: r.ID, PID: r.PID, Scenario: r.Scenario, Began: r.Began, Uptime: r.uptime(now).Seconds(), Rootless: r.Rootless,
			Control: r.Control, Capture: r.Socket, Hosts: []listedHost{},
		}
		for _, h := range r.Hosts {
			host := listedHost{Name: h.Station, Netns: h.Space.Name, TAP: h.TAP, Addresses: []string{}, Gone: h.gone}
			for _, a := range h.Addresses {
				host.Addresses = append(host.Addresses, a.String())
			}
			l.Hosts = append(l.Hosts, host)
		}
		all.Runs = append(all.Runs, l)
	}
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	return out.Encode(all)
}
