//go:build !js

package tap

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/gopacket"
)

// Host is a live station's host in the form of a Go program: it reads what the station receives,
// and the station sends what it writes. It is a [gopacket.PacketDataSource], so that a
// gopacket.PacketSource decodes what it receives:
//
//	host := tap.NewHost()
//	live, err := tap.NewLive(network, []tap.Port{{Station: 0, Link: host, Queue: 100}}, tap.Options{})
//	for packet := range gopacket.NewPacketSource(host, layers.LayerTypeEthernet).Packets() {
//
// Any goroutine may call its methods, except those of [Link], which are for [Live].
type Host struct {
	sent, received chan []byte
	closed         chan struct{}
	once           sync.Once
	wake           atomic.Value // a func()
}

// hostQueue is the number of frames that can wait in each direction of a Host.
const hostQueue = 256

// NewHost returns a host. Frames that it does not read in time are lost; [Passage] counts them.
func NewHost() *Host {
	return &Host{
		sent: make(chan []byte, hostQueue), received: make(chan []byte, hostQueue),
		closed: make(chan struct{}),
	}
}

// WritePacketData makes the station send a frame, from destination address to end of data, without
// FCS. It blocks while the station's queue is full. The error is [io.ErrClosedPipe] when the run is
// over.
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

// ReadPacketData implements [gopacket.PacketDataSource]: it returns the next frame that the station
// receives for its host, with its pad and without FCS. The error is [io.EOF] when the run is over.
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
