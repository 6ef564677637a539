//go:build linux

package host

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/netip"
	"os"
	"path/filepath"

	"github.com/vishvananda/netlink"
	"golang.org/x/sys/unix"
)

// queueLength is the number of frames that the kernel holds for a busy station. It is what a 10
// Mb/s Ethernet had: a tenth of a second of the longest frames. A TAP device has 500 by
// default, and a ping behind them waits 0.6 s.
const queueLength = 100

// family is the address family of an address.
func family(a netip.Addr) int {
	if a.Is4() || a.Is4In6() {
		return netlink.FAMILY_V4
	}
	return netlink.FAMILY_V6
}

// ipNet returns a prefix in the form of package net.
func ipNet(p netip.Prefix) *net.IPNet {
	a := p.Addr().Unmap()
	return &net.IPNet{IP: a.AsSlice(), Mask: net.CIDRMask(p.Bits(), a.BitLen())}
}

// findTAP returns a TAP device of the present namespace, or nil if nothing has this name.
func findTAP(h *netlink.Handle, name string) (netlink.Link, error) {
	link, err := h.LinkByName(name)
	var none netlink.LinkNotFoundError
	if errors.As(err, &none) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("interface %s: %w", name, err)
	}
	if t, ok := link.(*netlink.Tuntap); !ok || t.Mode != netlink.TUNTAP_MODE_TAP {
		return nil, fmt.Errorf("interface %s exists and is not a TAP device: give another name", name)
	}
	return link, nil
}

// dress sets everything but the addresses of a TAP device that has just been made and is down.
// IPv6 is switched first: what is off when the interface comes up cannot send.
func dress(h *netlink.Handle, link netlink.Link, s *Spec, alias string) error {
	name := link.Attrs().Name
	if err := setIPv6(h, link, s.ipv6()); err != nil {
		return fmt.Errorf("switching IPv6 of %s on or off: %w", name, err)
	}
	if err := h.LinkSetAlias(link, alias); err != nil {
		return fmt.Errorf("marking %s: %w", name, err)
	}
	if s.Ether != [6]byte{} {
		if err := h.LinkSetHardwareAddr(link, s.Ether[:]); err != nil {
			return fmt.Errorf("giving %s the hardware address %v: %w", name, s.Ether, err)
		}
	}
	if s.MTU > 0 {
		if err := h.LinkSetMTU(link, s.MTU); err != nil {
			return fmt.Errorf("giving %s an MTU of %d: %w", name, s.MTU, err)
		}
	}
	if s.Speed > 0 {
		if err := showLine(name, s.Speed, s.Full); err != nil {
			return fmt.Errorf("setting the speed that %s reports: %w", name, err)
		}
	}
	if err := h.LinkSetTxQLen(link, queueLength); err != nil {
		return fmt.Errorf("giving %s a queue of %d: %w", name, queueLength, err)
	}
	return nil
}

// setIPv6 switches an interface's IPv6 on or off. If the switches cannot be written, it at
// least keeps the interface from making an address for itself.
func setIPv6(h *netlink.Handle, link netlink.Link, on bool) error {
	value := "1"
	if on {
		value = "0"
	}
	name := filepath.Join("/proc/sys/net/ipv6/conf", link.Attrs().Name, "disable_ipv6")
	err := os.WriteFile(name, []byte(value), 0)
	switch {
	case err == nil:
		return nil
	case on:
		return err
	case errors.Is(err, fs.ErrNotExist):
		return nil // a kernel without IPv6
	}
	if h.LinkSetIP6AddrGenMode(link, 1) == nil { // IN6_ADDR_GEN_MODE_NONE
		return nil
	}
	return err
}

// hasAddress reports whether an interface has an address.
func hasAddress(h *netlink.Handle, link netlink.Link, p netip.Prefix) (bool, error) {
	list, err := h.AddrList(link, family(p.Addr()))
	if err != nil {
		return false, fmt.Errorf("addresses of %s: %w", link.Attrs().Name, err)
	}
	for _, a := range list {
		if a.IPNet.String() == ipNet(p).String() {
			return true, nil
		}
	}
	return false, nil
}

// addAddress adds an address to an interface. An IPv6 address can be used at once: the author
// of the scenario makes sure that no other host of the cable uses it.
func addAddress(h *netlink.Handle, link netlink.Link, p netip.Prefix) error {
	a := &netlink.Addr{IPNet: ipNet(p)}
	if family(p.Addr()) == netlink.FAMILY_V6 {
		a.Flags = unix.IFA_F_NODAD
	}
	if err := h.AddrAdd(link, a); err != nil {
		return fmt.Errorf("giving %s the address %v: %w", link.Attrs().Name, p, err)
	}
	return nil
}

// route is the default route through an interface.
func route(index int, gateway netip.Addr) *netlink.Route {
	any := netip.PrefixFrom(netip.IPv4Unspecified(), 0)
	if family(gateway) == netlink.FAMILY_V6 {
		any = netip.PrefixFrom(netip.IPv6Unspecified(), 0)
	}
	return &netlink.Route{LinkIndex: index, Dst: ipNet(any), Gw: gateway.Unmap().AsSlice()}
}

// hasRoute reports whether the default route through an interface exists already.
func hasRoute(h *netlink.Handle, link netlink.Link, gateway netip.Addr) (bool, error) {
	list, err := h.RouteList(link, family(gateway))
	if err != nil {
		return false, fmt.Errorf("routes of %s: %w", link.Attrs().Name, err)
	}
	for _, r := range list {
		ones := 0
		if r.Dst != nil {
			ones, _ = r.Dst.Mask.Size()
		}
		if ones == 0 && r.Gw.Equal(gateway.AsSlice()) {
			return true, nil
		}
	}
	return false, nil
}

func addRoute(h *netlink.Handle, link netlink.Link, gateway netip.Addr) error {
	err := h.RouteAdd(route(link.Attrs().Index, gateway))
	if errors.Is(err, unix.EEXIST) {
		return fmt.Errorf("there is already a default route: %v cannot be a second gateway", gateway)
	}
	if err != nil {
		return fmt.Errorf("the default route via %v: %w", gateway, err)
	}
	return nil
}
