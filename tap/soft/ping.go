package soft

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"time"

	"gvisor.dev/gvisor/pkg/tcpip/adapters/gonet"
	"gvisor.dev/gvisor/pkg/tcpip/transport/icmp"
	"gvisor.dev/gvisor/pkg/waiter"
)

// Ping sends one ICMP echo request with 56 octets of data, and returns the time until the reply. If
// there is no reply, it waits until ctx ends.
func (s *Station) Ping(ctx context.Context, to netip.Addr) (time.Duration, error) {
	rtt, err := s.ping(ctx, to.Unmap().WithZone(""))
	if err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		} else if s.ctx.Err() != nil {
			err = net.ErrClosed
		}
		return 0, fmt.Errorf("soft: ping %v: %w", to, err)
	}
	return rtt, nil
}

func (s *Station) ping(ctx context.Context, to netip.Addr) (time.Duration, error) {
	if !to.IsValid() || to.IsUnspecified() {
		return 0, net.InvalidAddrError("no host can have this address")
	}
	number := icmp.ProtocolNumber4
	if to.Is6() {
		number = icmp.ProtocolNumber6
	}
	request := echoPacket(to.Is6(), echoData)
	var wq waiter.Queue
	ep, failed := s.stack.NewEndpoint(number, protocol(to), &wq)
	if failed != nil {
		return 0, problem(failed)
	}
	if failed := ep.Connect(full(netip.AddrPortFrom(to, 0))); failed != nil {
		ep.Close()
		return 0, problem(failed)
	}
	conn := gonet.NewUDPConn(&wq, ep)
	defer conn.Close()
	ended := func() { conn.SetDeadline(time.Unix(1, 0)) }
	defer context.AfterFunc(ctx, ended)()
	defer context.AfterFunc(s.ctx, ended)()

	sent := time.Now()
	if _, err := conn.Write(request); err != nil {
		return 0, err
	}
	answer := make([]byte, len(request))
	if _, err := conn.Read(answer); err != nil {
		return 0, err
	}
	return time.Since(sent), nil
}

const echoData = 56
