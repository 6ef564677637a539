package soft

import (
	"sync/atomic"

	"gvisor.dev/gvisor/pkg/buffer"
	"gvisor.dev/gvisor/pkg/tcpip"
	"gvisor.dev/gvisor/pkg/tcpip/header"
	"gvisor.dev/gvisor/pkg/tcpip/stack"
)

// port is the lowest layer of the stack: the frames that the stack sends go out by sent, and those
// that are written to the station come in here. The layer above, netstack's own, adds and removes
// the Ethernet header.
type port struct {
	sent  func(pieces [][]byte) // takes a frame
	ether tcpip.LinkAddress
	mtu   uint32 // including the Ethernet header
	up    atomic.Pointer[stack.NetworkDispatcher]
}

var _ stack.LinkEndpoint = (*port)(nil)

// WritePackets takes frames that the stack sends. A full queue is not an error: for a sender, a
// frame lost here is a frame lost on the cable.
func (p *port) WritePackets(packets stack.PacketBufferList) (int, tcpip.Error) {
	list := packets.AsSlice()
	for _, pkt := range list {
		p.sent(pkt.AsSlices())
	}
	return len(list), nil
}

// receive passes a copy of a frame to the stack.
func (p *port) receive(frame []byte) {
	up := p.up.Load()
	if up == nil {
		return
	}
	pkt := stack.NewPacketBuffer(stack.PacketBufferOptions{Payload: buffer.MakeWithData(frame)})
	(*up).DeliverNetworkPacket(0, pkt)
	pkt.DecRef()
}

// Attach sets the layer above, or nil when the stack releases the port.
func (p *port) Attach(d stack.NetworkDispatcher) {
	if d == nil {
		p.up.Store(nil)
		return
	}
	p.up.Store(&d)
}

// The rest of stack.LinkEndpoint: what does not change, and what does not apply.

func (p *port) IsAttached() bool                           { return p.up.Load() != nil }
func (p *port) MTU() uint32                                { return p.mtu }
func (p *port) LinkAddress() tcpip.LinkAddress             { return p.ether }
func (*port) SetMTU(uint32)                                {}
func (*port) SetLinkAddress(tcpip.LinkAddress)             {}
func (*port) MaxHeaderLength() uint16                      { return 0 }
func (*port) Capabilities() stack.LinkEndpointCapabilities { return 0 }
func (*port) Wait()                                        {}
func (*port) Close()                                       {}
func (*port) SetOnCloseAction(func())                      {}
func (*port) ARPHardwareType() header.ARPHardwareType      { return header.ARPHardwareNone }
func (*port) AddHeader(*stack.PacketBuffer)                {}
func (*port) ParseHeader(*stack.PacketBuffer) bool         { return true }
