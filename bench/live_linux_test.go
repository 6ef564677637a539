package bench

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
	"github.com/csmacd/csmacd/tap"
)

// passed is what a cable has done for its hosts, and at what cost.
type passed struct {
	frames, copies int
	user, system   time.Duration
	wakes          int
	report         loadReport
}

func (p *passed) cost() float64 {
	return float64((p.user + p.system).Nanoseconds()) / float64(p.frames)
}

// during measures the process while the load's process runs. Between the two there is nothing else
// to do for the process but the cable.
func (p *passed) during(b *testing.B, l *load, sockets []int, long time.Duration) {
	runtime.GC()
	var before, after unix.Rusage
	r, err := l.run(sockets, long,
		func() error { return unix.Getrusage(unix.RUSAGE_SELF, &before) },
		func() error { return unix.Getrusage(unix.RUSAGE_SELF, &after) })
	require.NoError(b, err)
	p.user = time.Duration(after.Utime.Nano() - before.Utime.Nano())
	p.system = time.Duration(after.Stime.Nano() - before.Stime.Nano())
	p.wakes = int(after.Nvcsw - before.Nvcsw)
	p.report = r
}

// loadTime is how long each cable carries a load in a round.
const loadTime = 500 * time.Millisecond

func passBare(b *testing.B, l *load) (p passed) {
	sockets := make([]int, l.hosts)
	list := hosts(b, l.hosts, func(i int) (err error) { sockets[i], err = l.sockets(i); return err })
	cable, err := newLoop(list)
	require.NoError(b, err)
	over := make(chan struct{})
	go func() {
		runtime.LockOSThread()
		cable.run()
		close(over)
	}()
	p.during(b, l, sockets, loadTime)
	cable.end()
	<-over
	cable.close()
	p.frames, p.copies = cable.frames, cable.copies
	done(list, sockets)
	return p
}

func passLive(b *testing.B, l *load) (p passed) {
	sockets := make([]int, l.hosts)
	list := hosts(b, l.hosts, func(i int) (err error) { sockets[i], err = l.sockets(i); return err })
	var c bus.Config
	var ports []tap.Port
	for i, h := range list {
		c.Stations = append(c.Stations, bus.Station{Name: fmt.Sprint("h", i), At: phy.Delay(500*float64(i)/float64(len(list)-1), 0.77)})
		ports = append(ports, tap.Port{Station: i, Link: h.device, Queue: 100})
	}
	net, err := domain.New(domain.Cable(c, 500)) // that of csmacd up: it can be changed while it runs
	require.NoError(b, err)
	live, err := tap.NewLive(net, ports, tap.Options{})
	require.NoError(b, err)
	ctx, cancel := context.WithCancel(context.Background())
	over := make(chan error)
	go func() { over <- live.Run(ctx, phy.Forever) }()
	p.during(b, l, sockets, loadTime)
	cancel()
	require.NoError(b, <-over)
	for _, h := range live.Figures().Hosts {
		p.frames += int(h.In)
		p.copies += int(h.Out)
	}
	require.NoError(b, live.Close())
	done(list, sockets)
	return p
}

func done(list []host, sockets []int) {
	for i := range list {
		list[i].device.Close()
		unix.Close(sockets[i])
	}
}

// BenchmarkLive compares live cables with bare loops that read and write the same frames, in turns.
// One operation is half a second of each.
func BenchmarkLive(b *testing.B) {
	for i := range hostLoads {
		l := &hostLoads[i]
		b.Run(l.name, func(b *testing.B) {
			var live, bare []passed
			for b.Loop() {
				live = append(live, passLive(b, l))
				bare = append(bare, passBare(b, l))
			}
			report(b, "live", live)
			report(b, "bare", bare)
			b.ReportMetric(middle(live, (*passed).cost)/middle(bare, (*passed).cost), "x-bare")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func report(b *testing.B, name string, list []passed) {
	per := func(unit string, of func(p *passed) float64) { b.ReportMetric(middle(list, of), name+"-"+unit) }
	per("us/frame", func(p *passed) float64 { return p.cost() / 1e3 })
	per("user-us/frame", func(p *passed) float64 { return p.user.Seconds() * 1e6 / float64(p.frames) })
	per("wakes/frame", func(p *passed) float64 { return float64(p.wakes) / float64(p.frames) })
	per("frames", func(p *passed) float64 { return float64(p.frames) })
	if len(list[0].report.LastMicroseconds) > 0 {
		per("last-us", func(p *passed) float64 { return middleOf(p.report.LastMicroseconds) })
	}
}

// middle returns the median of a figure.
func middle(list []passed, of func(p *passed) float64) float64 {
	var all []float64
	for i := range list {
		all = append(all, of(&list[i]))
	}
	return middleOf(all)
}

func middleOf(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}
