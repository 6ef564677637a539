// Package show runs a scenario live and writes and shows everything about the run: the result,
// events and captures, a recording that csmacd run replays, a capture that Wireshark may watch,
// and the view in a terminal. A slow reader of any of these does not delay the run.
package show

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/csmacd/csmacd/internal/attach"
	"github.com/csmacd/csmacd/internal/control"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/host"
	"github.com/csmacd/csmacd/internal/live"
	"github.com/csmacd/csmacd/internal/live/relay"
	"github.com/csmacd/csmacd/internal/report"
	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/internal/visible"
	"github.com/csmacd/csmacd/phy"
)

// Options say what a live run writes and shows.
type Options struct {
	Files   run.Files
	Record  string // the file of a recording, or none
	Metrics string // the address at which metrics are served, or none
	Speed   float64
	Spin    time.Duration
	Quiet   bool
	Version string
	Helped  bool // see [live.Options]
	Summary io.Writer
	Errors  io.Writer // for problems with showing

	// Lines makes the display one of lines, even at a terminal.
	Lines bool
	// Ready is called when the hosts are there and the network begins to run. It returns a function
	// to call when the run ends.
	Ready func(run string) (over func(), err error)

	// Doing is called with what the run does next.
	Doing func(format string, args ...any)
	// HostsAreUp is called with true when hosts exist that must be removed, and with false
	// after that.
	HostsAreUp func(bool)
}

// Run runs a scenario live, until the run ends, its context is done, or the reader of its
// output has gone.
func Run(ctx context.Context, s *scenario.Scenario, o Options) error {
	ctx, quit := context.WithCancel(ctx)
	defer quit()
	return (&show{Options: o, ctx: ctx, scenario: s, quit: quit}).run()
}

// show is a live run with everything that is written and shown of it.
type show struct {
	Options
	ctx      context.Context
	scenario *scenario.Scenario
	quit     func()

	session   *live.Session
	metrics   io.Closer
	metricsAt string
	out       *run.Outputs
	stdout    *standardOutput // nil where nothing goes there
	cast      *broadcast
	control   *control.Server // nil: it cannot take commands
	serving   context.Context // until the run is over
	served    func()          // ends it
	feed      *feed
	display   live.Display
	lines     *relay.Relay // what a display of lines writes; nil for other displays
	record    *recording
	failed    []string // what outputs that have failed say; it has been reported
}

// run sets the hosts up, runs the network, and removes the hosts before it reports the results:
// a slow reader does not delay their removal.
func (u *show) run() (err error) {
	o := live.Options{Helped: u.Helped, Speed: u.Speed, Spin: u.Spin, Version: u.Version, Turn: u.turn, Note: u.note}
	if u.Record != "" {
		u.record = newRecording(u.Record, u.scenario)
		o.Arrived = u.record.arrived
		o.Joined = func(station int) { u.record.Join(u.session.Network, station) }
	}
	u.Doing("opening the outputs of %s", u.scenario.Name)
	u.HostsAreUp(true)
	defer u.HostsAreUp(false)
	if u.session, err = live.Open(u.scenario, o); err != nil {
		return err
	}
	if err = u.open(); err == nil && u.out.JSON != nil {
		err = u.out.JSON.Hold()
	}
	if err == nil {
		err = u.dropPrivileges()
	}
	ran := err == nil
	if ran {
		err = u.perform()
	} else {
		u.abandon()
	}
	complete := err == nil // whatever happens to the files
	err = errors.Join(err, u.close(), u.session.Close())
	u.HostsAreUp(false)
	if ran {
		err = errors.Join(err, u.tell(complete))
	}
	if u.lines != nil {
		u.lines.Close()
	}
	return err
}

// dropPrivileges drops what the run does not need any more.
func (u *show) dropPrivileges() error {
	rotates := u.Files.Rotate.On()
	if u.Helped {
		return host.DropAllPrivileges(rotates)
	}
	return host.DropPrivileges(hasSockets(u.scenario) || rotates)
}

// open opens all outputs before anything happens. What may be refused comes before what costs
// the contents of an existing file.
func (u *show) open() (err error) {
	if u.Metrics != "" {
		if u.metrics, u.metricsAt, err = live.ServeMetrics(u.Metrics, u.session); err != nil {
			return err
		}
	}
	net := u.session.Network
	if u.cast, err = newBroadcast(u.scenario, u.session); err != nil {
		return err
	}
	if u.out, err = u.Files.Open(u.scenario, net, u.session.Contents(), u.create); err != nil {
		return err
	}
	u.session.OnFlowState(u.out.FlowState)
	if err = u.serve(); err != nil {
		return err
	}
	u.display = u.newDisplay()
	u.tellSwept(u.session.Swept)
	return u.record.begin(net)
}

// create opens a file, or standard output.
func (u *show) create(name string) (*trace.Output, error) {
	if !files.IsStdout(name) {
		return trace.CreateUntil(u.ctx, name)
	}
	u.stdout = newStandardOutput(u.quit)
	return trace.NewOutput(u.stdout, "standard output"), nil
}

// newDisplay returns what shows the run. A goroutine passes lines on, so that a slow reader
// does not delay the run.
func (u *show) newDisplay() live.Display {
	if u.Quiet {
		return quiet{}
	}
	if u.stdout == nil && !u.Lines { // otherwise the reader of that may write to the same terminal
		display := live.NewDisplay(os.Stderr, u.session, 0, u.quit)
		if _, lines := display.(*live.Plain); !lines {
			return display
		}
	}
	u.lines = relay.New()
	u.lines.HeadDone()
	u.lines.Add(standardError{})
	return live.NewPlain(u.lines, u.session, 0)
}

// tellSwept lists what killed runs had left, each thing if there is room for it.
func (u *show) tellSwept(swept []string) {
	switch {
	case u.lines != nil:
		for _, text := range swept {
			u.display.Note("left by a run that was killed, and removed: " + text)
		}
	case len(swept) > 0:
		u.display.Note(fmt.Sprintf("removed %d things that a killed run had left", len(swept)))
	}
}

// mostHiding is the most time that the display may take to end.
const mostHiding = 2 * time.Second

// perform runs the network and shows it.
func (u *show) perform() error {
	if u.metrics != nil {
		u.display.Note("metrics: http://" + u.metricsAt + "/metrics")
	}
	if u.Ready != nil {
		over, err := u.Ready(u.session.ID())
		if err != nil {
			return err
		}
		defer over()
	}
	showing, hide := context.WithCancel(context.Background())
	hidden := make(chan error, 1)
	go func() { hidden <- u.display.Run(showing) }()
	failure := u.session.Run(u.ctx)
	u.Doing("taking %s down", u.scenario.Name)
	hide()
	select {
	case err := <-hidden:
		if err != nil {
			fmt.Fprintln(u.Errors, "warning: what the run does could not be shown:", err)
		}
	case <-time.After(mostHiding): // its terminal accepts nothing
	}
	if u.stdout.left() {
		fmt.Fprintln(u.Errors, "csmacd: the reader of standard output has gone, which ends the run")
	}
	return failure
}

// abandon closes the files if there is no run after all, and leaves their contents.
func (u *show) abandon() {
	if u.out != nil {
		u.out.Abandon()
		u.out = nil
	}
	u.record.abandon()
}

// close closes everything that is open, except the session.
func (u *show) close() error {
	var errs []error
	if u.metrics != nil {
		errs = append(errs, u.metrics.Close())
	}
	if u.control != nil {
		u.served() // a command that waits for the run does not wait longer
		errs = append(errs, u.control.Close())
	}
	if u.cast != nil {
		errs = append(errs, u.cast.Close())
	}
	if u.out != nil {
		errs = append(errs, u.out.Close())
		if text := u.out.Earlier(); text != "" && !u.Quiet {
			fmt.Fprintln(u.Errors, "warning:", visible.String(text))
		}
	}
	return errors.Join(append(errs, u.stdout.Close(), u.record.close(u.end()))...)
}

// end returns when the run ended: if a condition ended it, after the event that met the
// condition.
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
	if u.out.JSON != nil {
		failure = u.out.JSON.Done(report.JSON(u.out.JSON, report.Lived{Result: r, Live: last.Figures}))
	}
	if !u.Quiet {
		failure = errors.Join(failure, report.Summary(u.Summary, r, u.scenario.Used()), report.Live(u.Summary, &last.Figures))
		if u.record != nil && failure == nil {
			fmt.Fprintf(u.Summary, "\nrecorded: csmacd run %s repeats this run\n", u.record.file)
		}
	}
	return failure
}

// turn is called between two steps. What is written reaches its readers.
func (u *show) turn() {
	u.cast.turn()
	u.feed.turn()
	u.out.Flush()
	u.record.turn(u.session.Network.Now())
	if oneLine(u.out.Err(), u.stdout.err(), u.record.err()) != nil {
		u.tellFailed()
	}
}

// tellFailed says which outputs have failed since it was called last. The hosts go on; what was written is whole, and the end reports
// the errors again.
func (u *show) tellFailed() {
	var failed []error
	for _, err := range append(u.out.Failed(), u.stdout.err(), u.record.err()) {
		if err != nil && !slices.Contains(u.failed, err.Error()) {
			failed, u.failed = append(failed, err), append(u.failed, err.Error())
		}
	}
	if len(failed) > 0 {
		u.warn(fmt.Sprintf("no more is written: %v", oneLine(failed...)))
	}
}

// warn says what even a quiet run says at once. Nothing waits for who reads it.
func (u *show) warn(text string) {
	if u.Quiet {
		go fmt.Fprintln(u.Errors, "csmacd:", visible.String(text))
		return
	}
	u.display.Note(text)
}

func (u *show) note(text string) {
	if u.lines != nil { // a view shows them among the events
		u.display.Note(text)
	}
}

// quiet shows nothing.
type quiet struct{}

func (quiet) Run(context.Context) error { return nil }
func (quiet) Note(string)               {}

// standardError belongs to the process, and is not closed here.
type standardError struct{}

func (standardError) Write(p []byte) (int, error) { return os.Stderr.Write(p) }
func (standardError) Close() error                { return nil }

// hasSockets reports whether there are sockets to remove in the end.
func hasSockets(s *scenario.Scenario) bool {
	return slices.ContainsFunc(s.Attached, func(a attach.Host) bool { return a.Socket.Path() != "" })
}
