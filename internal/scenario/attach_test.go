package scenario

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/attach"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/phy"
	"github.com/csmacd/csmacd/tap"
)

func sockets(t *testing.T, s string) tap.Socket {
	t.Helper()
	a, err := tap.ParseSocket(s)
	require.NoError(t, err)
	return a
}

func prefixes(list ...string) (p []netip.Prefix) {
	for _, s := range list {
		p = append(p, netip.MustParsePrefix(s))
	}
	return p
}

// The stations of the format's description. Nothing need end the run.
func TestAttach(t *testing.T) {
	s := good(t, `
stations:
  - {name: h1, at: 0m, attach: {tap: tap0, netns: h1, address: 10.0.0.1/24, ether: "02:00:00:00:00:01", gateway: 10.0.0.254, ipv6: false, promiscuous: false}}
  - {name: vm, at: 20m, attach: {stream: "unix:/run/x.sock", connect: false, ether: 52:54:00:12:34:56}}
  - {name: vm2, attach: {dgram: "unix:/run/y.sock", peer: "unix:/run/z.sock"}}
  - {name: web, at: 40m, attach: {soft: {address: 10.0.0.9/24, gateway: 10.0.0.1, serve: [echo, http]}}}
  - {name: load, at: 50m, traffic: {kind: poisson, rate: 10, to: 52-54-00-12-34-56}}
`)
	require.Empty(t, s.Warnings)
	require.Zero(t, s.Duration)
	require.Equal(t, []attach.Host{
		{Station: 0, Kind: attach.TAP, TAP: "tap0", Netns: "h1", Addresses: prefixes("10.0.0.1/24"), Gateway: netip.MustParseAddr("10.0.0.254")},
		{Station: 1, Kind: attach.Stream, Socket: sockets(t, "unix:/run/x.sock"), Promiscuous: true},
		{Station: 2, Kind: attach.Datagram, Socket: sockets(t, "unix:/run/y.sock"), Peer: sockets(t, "unix:/run/z.sock"), Promiscuous: true},
		{Station: 3, Kind: attach.Soft, Addresses: prefixes("10.0.0.9/24"), Gateway: netip.MustParseAddr("10.0.0.1"), Serve: []string{"echo", "http"}},
	}, s.Attached)
	require.Equal(t, phy.Address{2, 0, 0, 0, 0, 1}, s.Config.Stations[0].Address)
	require.Equal(t, phy.Address{0x52, 0x54, 0, 0x12, 0x34, 0x56}, s.Config.Stations[1].Address)
	require.Zero(t, s.Config.Stations[2].Address)
	require.Equal(t, traffic.To{Whom: traffic.ToAddress, Address: phy.Address{0x52, 0x54, 0, 0x12, 0x34, 0x56}}, s.Config.Stations[4].Traffic[0].To)
}

// A TAP is called after its station, unless it is given a name.
func TestAttachShort(t *testing.T) {
	s := good(t, `
stations:
  - {name: tap0, attach: tap}
  - {name: b, attach: {tap: tap1}}
  - {name: c, attach: {netns: c}}
  - {name: d, attach: {netns: d, address: [10.0.0.4/24, "fd00::4/64"]}}
  - {name: e, attach: {netns: e, ipv6: on}}
  - {name: f, attach: {stream: "tcp:localhost:5000", connect: yes, promiscuous: off}}
  - {name: g, attach: {dgram: "udp:[::1]:5000"}}
  - {name: i, attach: {soft: {address: fd00::9/64, serve: echo}, promiscuous: on}}
`)
	require.Equal(t, []attach.Host{
		{Station: 0, TAP: "tap0"},
		{Station: 1, TAP: "tap1"},
		{Station: 2, TAP: "c", Netns: "c"},
		{Station: 3, TAP: "d", Netns: "d", Addresses: prefixes("10.0.0.4/24", "fd00::4/64"), IPv6: true},
		{Station: 4, TAP: "e", Netns: "e", IPv6: true},
		{Station: 5, Kind: attach.Stream, Socket: sockets(t, "tcp:127.0.0.1:5000"), Connect: true},
		{Station: 6, Kind: attach.Datagram, Socket: sockets(t, "udp:[::1]:5000"), Promiscuous: true},
		{Station: 7, Kind: attach.Soft, Addresses: prefixes("fd00::9/64"), IPv6: true, Serve: []string{"echo"}, Promiscuous: true},
	}, s.Attached)
}

// What a group's stations are attached to is numbered as they are.
func TestAttachGroup(t *testing.T) {
	s := good(t, `
stations:
  - {count: 2, traffic: {kind: saturated}}
  - {name: "h%d", count: 16, spacing: 20m, attach: {tap: "h%d", netns: "ns%02d", address: [10.0.0.250/16, "fd00::ffff/64"]}}
  - {count: 3, attach: {netns: "x%d"}}
  - {name: "vm%d", count: 2, ether: "52:54:00:00:00:ff", attach: {stream: "unix:vm%d.sock"}}
  - {name: "u%d", count: 2, attach: {dgram: "udp:127.0.0.1:500%d", peer: "udp:127.0.0.1:600%d"}}
`)
	require.Len(t, s.Attached, 23)
	require.Equal(t, attach.Host{Station: 2, TAP: "h0", Netns: "ns00", IPv6: true, Addresses: prefixes("10.0.0.250/16", "fd00::ffff/64")}, s.Attached[0])
	require.Equal(t, attach.Host{Station: 17, TAP: "h15", Netns: "ns15", IPv6: true, Addresses: prefixes("10.0.1.9/16", "fd00::1:e/64")}, s.Attached[15])
	require.Equal(t, attach.Host{Station: 20, TAP: "h20", Netns: "x2"}, s.Attached[18], "named by its number in the scenario")
	require.Equal(t, sockets(t, "unix:vm1.sock"), s.Attached[20].Socket)
	require.Equal(t, phy.Address{0x52, 0x54, 0, 0, 1, 0}, s.Config.Stations[22].Address)
	require.Equal(t, sockets(t, "udp:127.0.0.1:6001"), s.Attached[22].Peer)
}

// A path that is relative is found from the scenario, not from where csmacd is run.
func TestAttachBeside(t *testing.T) {
	s, err := Parse("lab/net.yaml", []byte("stations: [{attach: {dgram: 'unix:a', peer: 'unix:/b'}}]"), Options{})
	require.NoError(t, err)
	require.Equal(t, sockets(t, "unix:lab/a"), s.Attached[0].Socket)
	require.Equal(t, sockets(t, "unix:/b"), s.Attached[0].Peer)
}

// Frames of real hosts may have a tag; those of simulated stations have none.
func TestAttachTags(t *testing.T) {
	const live = "{name: A, attach: tap}"
	most := func(text string) []int {
		s := good(t, text)
		list := []int{s.Config.Params.MaxFrame}
		for _, st := range s.Config.Stations {
			if st.Params != nil {
				list = append(list, st.Params.MaxFrame)
			}
		}
		return list
	}
	require.Equal(t, []int{1522}, most("stations: ["+live+", {traffic: {kind: saturated}}]"))
	require.Equal(t, []int{1522, 1522}, most("stations: ["+live+", {mac: {as: inet}}]"))
	require.Equal(t, []int{1518}, most("mac: {max_frame: 1518}\nstations: ["+live+"]"))
	require.Equal(t, []int{1518, 1000}, most("stations: ["+live+", {mac: {max_frame: 1000}}]"))
	require.Equal(t, []int{1518}, most("duration: 1s\nstations: [{}]"))
	require.Equal(t, "test.yaml:1:70: stations[1].traffic.size: 1519 is above the maximum frame of 1518 octets (mac: {max_frame: ...} changes that)",
		bad(t, "stations: ["+live+", {traffic: {kind: saturated, size: 1519}}]"))
	require.Equal(t, mac.For(phy.Ethernet10).MaxDefer, good(t, "stations: ["+live+"]").Config.Params.MaxDefer, "it is counted from the line's")
}

// Without a live station, a run that somebody ends need have no end either.
func TestLive(t *testing.T) {
	s, err := Parse("x", []byte("stations: [{traffic: {kind: saturated}}]"), Options{Live: true})
	require.NoError(t, err)
	require.Zero(t, s.Duration)
	require.Empty(t, s.Attached)
}

// Two interfaces of one machine talk to each other past the cable.
func TestAttachWarnings(t *testing.T) {
	const one, two = "{name: A, attach: {address: 10.0.0.1/24}}", "{name: B, attach: {address: 10.0.0.2/24}}"
	require.Equal(t, "test.yaml:1:73: stations[1].attach: A and B are in the same namespace, so what they send each other never reaches the cable: give each its own netns",
		warned(good(t, "stations: ["+one+", "+two+", {name: C, attach: tap}]")))
	require.Equal(t, "test.yaml:1:44: stations[0].attach: x0 and x1 are in the same namespace, n, so what they send each other never reaches the cable: give each its own netns",
		warned(good(t, "stations: [{name: 'x%d', count: 2, attach: {netns: n, address: 10.0.0.1/24}}]")))
	require.Empty(t, warned(good(t, "stations: [{name: east, attach: {netns: router, address: 10.0.1.254/24}}, {name: west, attach: {netns: router, address: 10.0.2.254/24}}]")))
}

func TestBadAttach(t *testing.T) {
	const ways = `write {tap: tap0}, {iface: veth0}, {stream: "unix:/run/x.sock"}, {dgram: ...}, {udp: ...} or {soft: {address: 10.0.0.9/24}}`
	long := strings.Repeat("x", 108)
	for text, want := range map[string]string{
		"attach: tun":                         `12: stations[0].attach: a station cannot be attached to this: ` + ways,
		"attach: [a]":                         `12: stations[0].attach: a station cannot be attached to this: ` + ways,
		"attach: {}":                          `12: stations[0].attach: this does not say what the station is attached to: ` + ways,
		"attach: ~":                           `12: stations[0].attach: has no value: write one, or leave the key out`,
		"attach: {gateway: 10.0.0.1}":         `12: stations[0].attach: this does not say what the station is attached to: ` + ways,
		"attach: {tap: a, stream: 'unix:/x'}": `21: stations[0].attach: tap already says what the station is attached to: give one of the two`,
		"attach: {tap: a, serve: echo}":       `21: stations[0].attach: unknown key "serve": keys of attach with tap: tap, netns, ipv6, address, gateway, ether, promiscuous`,
		"attach: {stream: 'unix:/x', address: 10.0.0.1/24}":                             `32: stations[0].attach: the host behind a socket has addresses of its own: leave address out`,
		"attach: {soft: {address: 10.0.0.9/24}, serve: echo}":                           `43: stations[0].attach: serve belongs in soft, beside its address`,
		"attach: tap, tap: tap0":                                                        `17: stations[0]: tap belongs in attach: write attach: {tap: tap0}`,
		"attach: tap, traffic: {kind: saturated}":                                       `26: stations[0].traffic: an attached station sends what its host gives it: give the traffic to another station`,
		"name: this-is-too-long, attach: tap":                                           `36: stations[0].attach: "this-is-too-long", the station's name, cannot name a TAP interface: it must have 1 to 15 octets: write {tap: NAME}`,
		"attach: {tap: 0123456789abcdef}":                                               `18: stations[0].attach.tap: "0123456789abcdef" cannot name a TAP interface: it must have 1 to 15 octets`,
		"attach: {tap: 'a b'}":                                                          `18: stations[0].attach.tap: "a b" cannot name a TAP interface: it must not contain a space, a slash or a colon`,
		"attach: {tap: a/b}":                                                            `18: stations[0].attach.tap: "a/b" cannot name a TAP interface: it must not contain a space, a slash or a colon`,
		"attach: {tap: ..}":                                                             `18: stations[0].attach.tap: ".." cannot name a TAP interface: it is the name of a folder`,
		"attach: {tap: 'a%d'}":                                                          `18: stations[0].attach.tap: "a%d" has a number in it: give count, the number of stations in the group`,
		"attach: {tap: 'a%s'}":                                                          `18: stations[0].attach.tap: a % in a name must be one number: %d, or %02d with leading zeros`,
		"attach: {tap: [a]}":                                                            `18: stations[0].attach.tap: must be a single value, not a list`,
		"attach: {netns: ../x}":                                                         `20: stations[0].attach.netns: "../x" cannot name a network namespace: it must not contain a space or /`,
		"attach: {netns: ..}":                                                           `20: stations[0].attach.netns: ".." cannot name a network namespace: it is the name of a folder`,
		"attach: {netns: ''}":                                                           `20: stations[0].attach.netns: "" cannot name a network namespace: it must have 1 to 255 octets`,
		"attach: {address: 10.0.0.1}":                                                   `22: stations[0].attach.address: 10.0.0.1 has no prefix length: write it with one, such as 10.0.0.1/24`,
		"attach: {address: h1}":                                                         `22: stations[0].attach.address: "h1" is not an address with a prefix length: write one such as 10.0.0.1/24 or fd00::1/64`,
		"attach: {address: 10.0.0.0/24}":                                                `22: stations[0].attach.address: 10.0.0.0/24 is the address of the network itself, not of a host`,
		"attach: {address: 10.0.0.255/24}":                                              `22: stations[0].attach.address: 10.0.0.255/24 is the broadcast address of the network, not the address of a host`,
		"attach: {address: 127.0.0.1/8}":                                                `22: stations[0].attach.address: 127.0.0.1/8 cannot be the address of a host`,
		"attach: {address: 224.0.0.1/24}":                                               `22: stations[0].attach.address: 224.0.0.1/24 cannot be the address of a host`,
		"attach: {address: 10.0.0.1/0}":                                                 `22: stations[0].attach.address: 10.0.0.1/0 has the prefix length 0: write that of its network, such as /24`,
		"attach: {address: []}":                                                         `22: stations[0].attach.address: a host has 1 to 16 addresses`,
		"attach: {address: [10.0.0.1/24, 10.0.0.1/16]}":                                 `36: stations[0].attach.address[1]: the address 10.0.0.1 is already used at stations[0].attach.address[0] (line 2, column 23)`,
		"attach: {address: 'fd00::1/64', ipv6: off}":                                    `22: stations[0].attach.address: is an IPv6 address, but ipv6 is off`,
		"attach: {netns: a, gateway: 10.0.0.2}":                                         `32: stations[0].attach.gateway: address is missing: a gateway needs an address on its network`,
		"attach: {netns: a, address: 10.0.0.1/24, gateway: 10.0.1.2}":                   `54: stations[0].attach.gateway: 10.0.1.2 is not on a network of the station's addresses`,
		"attach: {netns: a, address: 10.0.0.1/24, gateway: 10.0.0.1}":                   `54: stations[0].attach.gateway: 10.0.0.1 is the station's own address`,
		"attach: {netns: a, address: 10.0.0.1/24, gateway: router}":                     `54: stations[0].attach.gateway: "router" is not an address: write one such as 10.0.0.254`,
		"attach: {address: 10.0.0.1/24, gateway: 10.0.0.2}":                             `44: stations[0].attach.gateway: without netns this would become the gateway of the whole machine: give netns too`,
		"attach: {stream: 'udp:127.0.0.1:5'}":                                           `21: stations[0].attach.stream: stream takes no udp socket: write unix:/path or tcp:127.0.0.1:5000`,
		"attach: {dgram: 'tcp:127.0.0.1:5'}":                                            `20: stations[0].attach.dgram: dgram takes no tcp socket: write unix:/path or udp:127.0.0.1:5000`,
		"attach: {stream: x.sock}":                                                      `21: stations[0].attach.stream: "x.sock" is not a socket: write unix:/path, tcp:127.0.0.1:5000 or udp:127.0.0.1:5000`,
		"attach: {stream: 'unix:'}":                                                     `21: stations[0].attach.stream: "unix:" has no path: write unix:/run/name.sock`,
		"attach: {stream: 'unix:/" + long + "'}":                                        `21: stations[0].attach.stream: "unix:/` + long + `": the path is 109 octets long; the path of a Unix socket has at most 107`,
		"attach: {stream: 'tcp:10.0.0.1:5'}":                                            `21: stations[0].attach.stream: "tcp:10.0.0.1:5": only addresses of this machine are allowed (localhost, 127.0.0.0/8 and [::1]), because connections are not authenticated`,
		"attach: {stream: 'tcp:127.0.0.1'}":                                             `21: stations[0].attach.stream: "tcp:127.0.0.1" has no port: write tcp:127.0.0.1:5000`,
		"attach: {dgram: 'unix:/a', peer: 'unix:/a'}":                                   `37: stations[0].attach.peer: unix:/a is the station's own socket: give the host's socket`,
		"attach: {dgram: 'unix:/a', peer: 'udp:127.0.0.1:5'}":                           `37: stations[0].attach.peer: a unix socket cannot send to a udp socket`,
		"attach: {iface: eth0, address: 10.0.0.1/24}":                                   `26: stations[0].attach: the hosts behind an interface have addresses of their own: leave address out`,
		"attach: {iface: a/b}":                                                          `20: stations[0].attach.iface: "a/b" cannot name an interface: it must not contain a space, a slash or a colon`,
		"name: 'a%d', count: 2, attach: {iface: eth0}":                                  `43: stations[0].attach.iface: 2 stations cannot share the interface eth0: put %d into it, for the number of each`,
		"attach: {udp: {local: '127.0.0.1:5'}}":                                         `18: stations[0].attach.udp: a tunnel has two ends: write {udp: {local: "127.0.0.1:10001", remote: "127.0.0.1:10000"}}`,
		"attach: {udp: {local: '127.0.0.1:5', remote: 'gns3:5'}}":                       `49: stations[0].attach.udp.remote: "gns3:5" is not an end of a tunnel: write an address and a port, such as 127.0.0.1:10001`,
		"attach: {udp: {local: '127.0.0.1:0', remote: '127.0.0.1:5'}}":                  `26: stations[0].attach.udp.local: "127.0.0.1:0": the port must be from 1 to 65535`,
		"attach: {udp: {local: '127.0.0.1:5', remote: '224.0.0.1:5'}}":                  `49: stations[0].attach.udp.remote: "224.0.0.1:5": a tunnel has one machine at each end, and this is an address of many`,
		"attach: {udp: {local: '127.0.0.1:5', remote: '127.0.0.1:5'}}":                  `49: stations[0].attach.udp.remote: udp:127.0.0.1:5 is the station's own socket: give the host's socket`,
		"attach: {soft: {}}":                                                            `19: stations[0].attach.soft: address is missing: write {soft: {address: 10.0.0.9/24}}`,
		"attach: {soft: {address: 10.0.0.9/24, serve: [ech]}}":                          `50: stations[0].attach.soft.serve[0]: "ech" is not a service: did you mean "echo"? (allowed: echo, http, discard, chargen)`,
		"attach: {soft: {address: 10.0.0.9/24, serve: [echo, echo]}}":                   `56: stations[0].attach.soft.serve[1]: echo is in the list twice`,
		"attach: {soft: {address: 10.0.0.9/24, ether: x}}":                              `42: stations[0].attach.soft: ether belongs beside soft`,
		"attach: {tap: a, ether: 01:00:5e:00:00:01}":                                    `28: stations[0].attach.ether: 01:00:5e:00:00:01 is a group address: the first octet of a station's address must be even`,
		"attach: {tap: a, ether: 00:00:00:00:00:00}":                                    `28: stations[0].attach.ether: 00:00:00:00:00:00 is not the address of a station`,
		"attach: {tap: a, ether: 02:00}":                                                `28: stations[0].attach.ether: "02:00" is not an address: write six octets, such as 01:00:5e:00:00:01`,
		"ether: 02:00:00:00:00:07, attach: {tap: a, ether: 02:00:00:00:00:08}":          `54: stations[0].attach.ether: ether beside attach already says this: give one of the two`,
		"ether: 02:ff:ff:ff:ff:ff, name: 'a%d', count: 2, attach: tap":                  `11: stations[0].ether: the addresses of 2 stations from 02:ff:ff:ff:ff:ff on do not fit in the last three octets`,
		"name: 'a%d', count: 9, attach: {netns: a, tap: 'h%d', address: 10.0.0.250/24}": `67: stations[0].attach.address: from this address on there are not enough for 9 stations in the network 10.0.0.0/24`,
		"name: 'a%d', count: 2, attach: {netns: a, tap: h}":                             `51: stations[0].attach.tap: 2 stations cannot share the TAP interface h in a: put %d into it, for the number of each`,
		"name: 'a%d', count: 2, attach: {dgram: 'unix:/x'}":                             `43: stations[0].attach.dgram: 2 stations cannot share the socket unix:/x: put %d into it, for the number of each`,
		"name: 'a%d', count: 1001, attach: tap":                                         `38: stations[0].attach: there are more than 1000 attached stations, the most that a scenario can have`,
		"name: 'abcdefghijklm%d', count: 101, attach: tap":                              `49: stations[0].attach: "abcdefghijklm100", the station's name, cannot name a TAP interface: it must have 1 to 15 octets: write {tap: NAME}`,
	} {
		assert.Equal(t, "test.yaml:2:"+want, bad(t, "stations:\n- {"+text+"}"), text)
	}
}

// Stations that are each right, and cannot both be.
func TestBadAttachTogether(t *testing.T) {
	for text, want := range map[string]string{
		"- {name: a, attach: {tap: t}}\n- {name: t, attach: tap}":                                 `3:21: stations[1].attach: the TAP interface t is already used at stations[0].attach.tap (line 2, column 27)`,
		"- {attach: {stream: 'unix:/a'}}\n- {attach: {dgram: 'unix:/a'}}":                         `3:20: stations[1].attach.dgram: the socket unix:/a is already used at stations[0].attach.stream (line 2, column 21)`,
		"- {attach: {soft: {address: 10.0.0.1/24}}}\n- {attach: {netns: a, address: 10.0.0.1/8}}": `3:32: stations[1].attach.address: the address 10.0.0.1 is already used at stations[0].attach.soft.address (line 2, column 29)`,
		"- {ether: 0a:00:00:00:00:01}\n- {name: B, ether: 0a:00:00:00:00:01, attach: tap}":        `3:20: stations[1].ether: the address 0a:00:00:00:00:01 is already used by stations[0] (line 2, column 11)`,
		"- {name: A}\n- {name: B, attach: {tap: b, ether: 02:00:00:00:00:01}}":                    `3:37: stations[1].attach.ether: the address 02:00:00:00:00:01 is already used by stations[0] (line 2, column 10)`,
	} {
		assert.Equal(t, "test.yaml:"+want, bad(t, "stations:\n"+text+"\nduration: 1s"), text)
	}
	// The last name of a group may just fit: it is abcdefghijklm99.
	good(t, "duration: 1s\nstations: [{name: 'abcdefghijklm%d', count: 100, attach: tap}]")
	// An address that its station gives up is free.
	good(t, "stations:\n- {ether: 02:00:00:00:00:02, attach: tap}\n- {ether: 02:00:00:00:00:01}")
	assert.Equal(t, "test.yaml:1:8: until: csmacd cannot know when the host of an attached station is done: leave idle out, and write a duration if the run is to end by itself",
		bad(t, "until: {idle: true}\nduration: 1s\nstations: [{attach: tap}]"))
	assert.Equal(t, "test.yaml:1:8: until: none of its conditions ends the run: write until: {idle: true}, or a duration", bad(t, "until: {}\nstations: [{attach: tap}]"))
}

func TestAttachmentString(t *testing.T) {
	for text, want := range map[string]string{
		"{tap: tap0, netns: h1, address: [10.0.0.1/24, 'fd00::1/64']}": "tap tap0 in h1, 10.0.0.1/24, fd00::1/64",
		"tap":                                             "tap A",
		"{stream: 'unix:/x'}":                             "stream unix:/x",
		"{stream: 'tcp:[::1]:5', connect: on}":            "stream to tcp:[::1]:5",
		"{dgram: 'unix:/x', peer: 'unix:/y'}":             "dgram unix:/x to unix:/y",
		"{dgram: 'udp:127.0.0.1:5'}":                      "dgram udp:127.0.0.1:5",
		"{soft: {address: 10.0.0.9/24, serve: [http]}}":   "soft with http, 10.0.0.9/24",
		"{soft: {address: 10.0.0.9/24}, promiscuous: on}": "soft, 10.0.0.9/24",
	} {
		require.Equal(t, want, good(t, "stations: [{name: A, attach: "+text+"}]").Attached[0].String())
	}
}
