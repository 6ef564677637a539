package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/host"
	"github.com/csmacd/csmacd/internal/live"
	"github.com/csmacd/csmacd/internal/report"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/phy"
)

// show is a live run with all that is written and shown of it.
type show struct {
	*cli.Context
	scenario *scenario.Scenario
	summary  io.Writer
	quit     func()

	session   *live.Session
	metrics   io.Closer
	metricsAt string
	out       *outputs
	stdout    *standardOutput // nil where nothing goes there
	cast      *broadcast
	display   live.Display
	lines     *live.Broadcast // what a display of lines writes; nil for another
	record    *recording
	failed    bool // an output has, and it has been told
}

func newShow(c *cli.Context, s *scenario.Scenario, summary io.Writer, quit func()) *show {
	return &show{Context: c, scenario: s, summary: summary, quit: quit}
}

// run sets the hosts up, runs the network, and takes the hosts away before it tells what
// that came to: nobody who does not read holds them up.
func (u *show) run(ctx context.Context) (err error) {
	o := live.Options{
		Speed: u.Float64("speed"), Spin: u.Duration("spin"), Version: Version,
		Turn: u.turn, Note: u.note,
	}
	if name := u.String("record"); name != "" {
		u.record = newRecording(name, u.scenario)
		o.Arrived = u.record.arrived
	}
	doing("csmacd down removes what is left of its hosts", "opening the outputs of %s", u.scenario.Name)
	hostsAreUp.Store(true)
	defer hostsAreUp.Store(false)
	if u.session, err = live.Open(u.scenario, o); err != nil {
		return err
	}
	if err = u.open(); err == nil && u.out.json != nil {
		err = u.out.json.Hold()
	}
	if err == nil {
		err = host.DropPrivileges(hasSockets(u.scenario))
	}
	ran := err == nil
	if ran {
		err = u.perform(ctx)
	} else {
		u.abandon()
	}
	complete := err == nil // whatever becomes of the files
	err = errors.Join(err, u.close(), u.session.Close())
	hostsAreUp.Store(false)
	if ran {
		err = errors.Join(err, u.tell(complete))
	}
	if u.lines != nil {
		u.lines.Close()
	}
	return err
}

// open opens all outputs, before anything happens; what may be refused comes before what
// costs a file that was there.
func (u *show) open() (err error) {
	if address := u.String("metrics"); address != "" {
		if u.metrics, u.metricsAt, err = live.ServeMetrics(address, u.session); err != nil {
			return err
		}
	}
	net := u.session.Network
	if u.cast, err = newBroadcast(u.scenario, u.session); err != nil {
		return err
	}
	if u.out, err = openOutputs(u.Context, u.scenario, net, u.session.Contents(), u.create); err != nil {
		return err
	}
	u.display = u.newDisplay()
	u.tellSwept(u.session.Swept)
	return u.record.begin(net)
}

// create opens a file, or standard output.
func (u *show) create(name string) (*trace.Output, error) {
	if name != "-" {
		return trace.CreateUntil(u.Context.Context, name)
	}
	u.stdout = newStandardOutput(u.quit)
	return trace.NewOutput(u.stdout, "standard output"), nil
}

// newDisplay gives what shows the run. Lines are handed on by a goroutine, so that nobody
// who reads them slowly holds the run up.
func (u *show) newDisplay() live.Display {
	if u.Bool("quiet") {
		return quiet{}
	}
	if u.stdout == nil { // else whoever reads that may write to the same terminal
		display := live.NewDisplay(os.Stderr, u.session, 0, u.quit)
		if _, lines := display.(*live.Plain); !lines {
			return display
		}
	}
	u.lines = live.NewBroadcast()
	u.lines.HeadDone()
	u.lines.Add(standardError{})
	return live.NewPlain(u.lines, u.session, 0)
}

// tellSwept says what killed runs had left: each thing where there is room for it.
func (u *show) tellSwept(swept []string) {
	switch {
	case u.lines != nil:
		for _, text := range swept {
			u.display.Note("left by a run that was killed, and removed: " + text)
		}
	case len(swept) > 0:
		u.display.Note(fmt.Sprintf("%d things that a killed run had left are removed", len(swept)))
	}
}

// mostHiding is how long the display may take to end.
const mostHiding = 2 * time.Second

// perform runs it, shown.
func (u *show) perform(ctx context.Context) error {
	if u.metrics != nil {
		u.display.Note("metrics: http://" + u.metricsAt + "/metrics")
	}
	showing, hide := context.WithCancel(context.Background())
	hidden := make(chan error, 1)
	go func() { hidden <- u.display.Run(showing) }()
	failure := u.session.Run(ctx)
	doing("csmacd down removes what is left of its hosts", "taking %s down", u.scenario.Name)
	hide()
	select {
	case err := <-hidden:
		if err != nil {
			fmt.Fprintln(stderr, "warning: what the run does could not be shown:", err)
		}
	case <-time.After(mostHiding): // its terminal takes nothing
	}
	return failure
}

// abandon closes the files where there is no run after all, and leaves what is in them.
func (u *show) abandon() {
	if u.out != nil {
		u.out.abandon()
		u.out = nil
	}
	u.record.abandon()
}

// close closes all that is open but the session.
func (u *show) close() error {
	var errs []error
	if u.metrics != nil {
		errs = append(errs, u.metrics.Close())
	}
	if u.cast != nil {
		errs = append(errs, u.cast.Close())
	}
	if u.out != nil {
		errs = append(errs, u.out.closeTraces())
	}
	return errors.Join(append(errs, u.stdout.Close(), u.record.close(u.end()))...)
}

// end is when the run ended: where a condition ended it, after what met that.
func (u *show) end() phy.Time {
	if net := u.session.Network; net.Done() {
		return net.Now() + 1
	}
	return u.session.Network.Now()
}

// tell writes the result.
func (u *show) tell(complete bool) error {
	last := u.session.Snapshot()
	r := last.Result
	r.Complete = complete
	var failure error
	if u.out.json != nil {
		failure = u.out.json.Done(report.JSON(u.out.json, report.Lived{Result: r, Live: last.Figures}))
	}
	if !u.Bool("quiet") {
		failure = errors.Join(failure, report.Summary(u.summary, r, u.scenario.Line), report.Live(u.summary, &last.Figures))
		if u.record != nil && failure == nil {
			fmt.Fprintf(u.summary, "\nrecorded: csmacd run %s comes to the same\n", u.record.file)
		}
	}
	return failure
}

// turn is called between two steps: what is written is there for whoever watches.
func (u *show) turn() {
	u.cast.turn()
	for _, t := range u.out.traces {
		t.Flush()
	}
	u.record.turn(u.session.Network.Now())
	if err := oneLine(u.out.err(), u.stdout.err(), u.record.err()); err != nil && !u.failed {
		// The hosts go on; what was written is whole, and the end tells the error again.
		u.failed = true
		u.display.Note(fmt.Sprintf("no more is written: %v", err))
	}
}

func (u *show) note(text string) {
	if u.lines != nil { // a view has it among the events
		u.display.Note(text)
	}
}

// quiet shows nothing.
type quiet struct{}

func (quiet) Run(context.Context) error { return nil }
func (quiet) Note(string)               {}

// standardError is the process's, and not ours to close.
type standardError struct{}

func (standardError) Write(p []byte) (int, error) { return os.Stderr.Write(p) }
func (standardError) Close() error                { return nil }
