package show

import (
	"github.com/csmacd/csmacd/internal/live"
	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/trace"
)

// broadcast is the capture that others may watch while it is made: Wireshark, by extcap.
type broadcast struct {
	*live.Broadcast
	capture *trace.Capture
}

func newBroadcast(s *scenario.Scenario, session *live.Session) (*broadcast, error) {
	b := &broadcast{Broadcast: live.NewBroadcast()}
	var err error
	b.capture, err = run.NewCapture(trace.NewOutput(b.Broadcast, "capture"), s, session.Network, trace.AllStations, session.Contents())
	if err != nil {
		return nil, err
	}
	if err := b.capture.Flush(); err != nil {
		return nil, err
	}
	b.HeadDone()
	return b, b.Serve(session.Socket())
}

// turn hands on what has been captured since the last.
func (b *broadcast) turn() { _ = b.capture.Flush() } // a Broadcast takes everything

func (b *broadcast) Close() error {
	_ = b.capture.Close() // a Broadcast takes everything
	return b.Broadcast.Close()
}
