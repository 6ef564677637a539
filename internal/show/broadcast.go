package show

import (
	"github.com/csmacd/csmacd/internal/live"
	"github.com/csmacd/csmacd/internal/live/relay"
	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/trace"
)

// broadcast is the capture that others may watch while it is written: Wireshark, by extcap.
type broadcast struct {
	*relay.Relay
	capture *trace.Capture
}

func newBroadcast(s *scenario.Scenario, session *live.Session) (*broadcast, error) {
	b := &broadcast{Relay: relay.New()}
	var err error
	b.capture, err = run.NewCapture(trace.NewOutput(b.Relay, "capture"), s, session.Network, trace.Options{
		At: trace.AllStations, Contents: session.Contents(), Interface: b.Extend,
	})
	if err != nil {
		return nil, err
	}
	if err := b.capture.Flush(); err != nil {
		return nil, err
	}
	b.HeadDone()
	return b, b.Serve(session.Socket())
}

// turn passes on what has been captured since the last call.
func (b *broadcast) turn() { _ = b.capture.Flush() } // a relay accepts everything

func (b *broadcast) Close() error {
	_ = b.capture.Close() // a relay accepts everything
	return b.Relay.Close()
}
