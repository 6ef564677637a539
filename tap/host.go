//go:build !js

package tap

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/gopacket"
)

// Host is a live station's host that is a Go program: what the station receives is read
// from it, and what is written to it the station sends. It is a
// [gopacket.PacketDataSource], so that a gopacket.PacketSource decodes what is heard:
//
//	host := tap.NewHost()
//	live, err := tap.NewLive(network, []tap.Port{{Station: 0, Link: host, Queue: 100}}, tap.Options{})
//	for packet := range gopacket.NewPacketSource(host, layers.LayerTypeEthernet).Packets() {
//
// Its methods may be called from any goroutine; those of [Link] are for [Live].
type Host struct {
	sent, received chan []byte
	closed         chan struct{}
	once           sync.Once
	wake           atomic.Value // a func()
}

// hostQueue is how many frames wait on either side of a Host.
const hostQueue = 256

// NewHost returns a host. What it does not read in time is lost, as [Passage] tells.
func NewHost() *Host {
	return &Host{
		sent: make(chan []byte, hostQueue), received: make(chan []byte, hostQueue),
		closed: make(chan struct{}),
	}
}

// WritePacketData has the station send a frame: destination address to end of data, no
// FCS. It waits while the station's queue is full; the error is [io.ErrClosedPipe] once
// the run is over.
func (h *Host) WritePacketData(frame []byte) error {
	select {
	case <-h.closed:
		return io.ErrClosedPipe
	default:
	}
	select {
	case h.sent <- append([]byte(nil), frame...):
		if wake, ok := h.wake.Load().(func()); ok {
			wake()
		}
		return nil
	case <-h.closed:
		return io.ErrClosedPipe
	}
}

// ReadPacketData implements [gopacket.PacketDataSource]: the next frame that the station
// receives for its host, with its pad and without FCS. The error is [io.EOF] once the run is over.
func (h *Host) ReadPacketData() ([]byte, gopacket.CaptureInfo, error) {
	var frame []byte
	select {
	case frame = <-h.received:
	case <-h.closed:
		select {
		case frame = <-h.received:
		default:
			return nil, gopacket.CaptureInfo{}, io.EOF
		}
	}
	return frame, gopacket.CaptureInfo{Timestamp: time.Now(), CaptureLength: len(frame), Length: len(frame)}, nil
}

// Start implements [Link].
func (h *Host) Start(wake func()) error {
	h.wake.Store(wake)
	return nil
}

// FD implements [Link].
func (h *Host) FD() int { return -1 }

// Read implements [Link].
func (h *Host) Read(p []byte) (int, error) {
	select {
	case frame := <-h.sent:
		copy(p, frame)
		return len(frame), nil
	default:
		return 0, ErrNothing
	}
}

// Write implements [Link].
func (h *Host) Write(frame []byte) error {
	select {
	case h.received <- append([]byte(nil), frame...):
		return nil
	default:
		return ErrNotTaken
	}
}

// Close implements [Link].
func (h *Host) Close() error {
	h.once.Do(func() { close(h.closed) })
	return nil
}
