// Package tap connects stations of a simulated medium to real hosts: it ties the medium to the wall
// clock, and each live station to a host that sends and receives real frames.
//
//	network, err := bus.New(bus.Config{Stations: []bus.Station{{Name: "A"}, {Name: "B", At: phy.Delay(500, 0.77)}}})
//	device, err := tap.Open("tap0")                 // a Linux TAP interface: what the kernel sends, A sends
//	program := tap.NewHost()                        // B is a Go program
//	live, err := tap.NewLive(network, []tap.Port{
//		{Station: 0, Link: device, Queue: 100},
//		{Station: 1, Link: program, Queue: 100},
//	}, tap.Options{})
//	err = live.Run(ctx, phy.Forever)                // until ctx ends; frames collide on the way
//
// Simulated times are in picoseconds ([phy.Time]), wall-clock times are [time.Duration]. Counts are
// in frames, sizes in octets.
//
// # Links
//
// A [Link] is a station's connection to its host. There are five kinds, and a program may implement
// its own:
//
//   - [Device]: a TAP interface of the Linux kernel. The station sends what the kernel sends
//     on the interface, and the kernel receives what the station receives. Any program, such
//     as ping or iperf3, runs over the medium without knowing it.
//   - [Packet]: a packet socket on an interface of the kernel, such as one end of a veth pair. The
//     hosts are at the other end.
//   - [Stream]: a connection on which each frame follows its length, as with QEMU's
//     -netdev stream. It listens or connects, and waits as long as there is no peer.
//     It needs no privilege.
//   - [Datagram]: a socket on which each datagram is a frame, as with QEMU's -netdev dgram.
//   - [Host]: a Go program, which reads and writes frames as gopacket does.
//
// The address of a [Stream] or a [Datagram] is a [Socket], which [ParseSocket] reads:
// unix:/run/h1.sock, tcp:127.0.0.1:5000. Sockets are on this machine only.
//
// A frame has the form that the kernel and QEMU use: destination address, source address, type,
// data. The station adds pad and FCS on the way to the medium, and removes the FCS on the way back;
// [github.com/csmacd/csmacd/phy.AppendFCS] computes it.
//
// Links never block. One goroutine, that of [Live], reads and writes all of them, and waits in one
// system call for all their file descriptors and for the medium's next instant. A host that stops
// reading, hangs in the middle of a frame or goes away therefore delays no other host: it loses its
// own frames ([ErrNotTaken]), which are counted. A link whose host cannot come back, for example
// because an interface was deleted, returns another error, and its station leaves.
//
// # TAP interfaces
//
// [Open] makes an interface or attaches to an existing one, in the network namespace of the calling
// thread. It needs root, or CAP_NET_ADMIN and access to /dev/net/tun. An interface that root made
// for a user beforehand needs neither:
//
//	ip tuntap add dev h1 mode tap user alice
//
// Such an interface still exists afterwards, while one that Open made is deleted when it is closed.
// The run follows the interface ([Follower]): its station has the interface's hardware address, hands
// over every whole frame while the interface is promiscuous, and is idle while it is down.
//
// If the host sends faster than its station, the kernel holds the frames in a queue of txqueuelen
// frames. It drops what finds no room there, and [Device.Dropped] counts it.
//
// # Virtual machines
//
// The peer of a stream that listens at unix:/run/h1.sock is
//
//	qemu-system-x86_64 ... -device virtio-net-pci,netdev=n \
//		-netdev stream,id=n,server=off,addr.type=unix,addr.path=/run/h1.sock
//
// and the peer of a datagram socket at unix:/run/h1.sock with the peer unix:/run/vm.sock is
//
//	-netdev dgram,id=n,local.type=unix,local.path=/run/vm.sock,remote.type=unix,remote.path=/run/h1.sock
package tap
