// Package tap is where real stations meet simulated ones: it ties a medium to the wall
// clock, and the stations on it to hosts that send and receive real frames.
//
// # Links
//
// A [Link] is a station's way to its host. There are four kinds, and a program may
// bring its own:
//
//   - [Device]: a TAP interface of the Linux kernel. What the kernel sends on the
//     interface the station sends; what the station receives the kernel receives. So
//     ping, iperf3 and everything else run over the medium and do not know it.
//   - [Stream]: a connection on which each frame follows its length, as QEMU's
//     -netdev stream has it. It listens or connects, and waits for as long as nobody
//     is there. It needs no privilege.
//   - [Datagram]: a socket of one datagram a frame, as QEMU's -netdev dgram has it.
//   - [Host]: a Go program, which reads and writes frames as gopacket does.
//
// Where the middle two are met is a [Socket], which [ParseSocket] reads:
// unix:/run/h1.sock, tcp:127.0.0.1:5000. Sockets are of this machine only.
//
// A frame is what the kernel and QEMU take it for: destination address, source address,
// type, data. The station adds pad and FCS on its way to the medium, and strips both on
// the way back; [github.com/csmacd/csmacd/phy.AppendFCS] adds what goes on a wire.
//
// Links never wait. One goroutine, that of [Live], reads and writes all of them, and
// waits in one system call for all their file descriptors and for the medium's next
// instant. So a host that stops reading, hangs in mid-frame or goes away holds up
// nobody: it loses its own frames, [ErrNotTaken], and these are counted. A link whose
// host cannot come back, as where an interface was deleted, says so with another error,
// and its station leaves.
//
// # TAP interfaces
//
// [Open] makes an interface or attaches to one, in the network namespace of the calling
// thread, and needs root, or CAP_NET_ADMIN and access to /dev/net/tun. An interface that
// root made for a user beforehand needs neither:
//
//	ip tuntap add dev h1 mode tap user alice
//
// and is there again afterwards, while one that Open made is gone when it is closed.
// What the host sends faster than its station can is held by the kernel, in a queue of
// txqueuelen frames; what finds no room there the kernel drops, and [Device.Dropped]
// counts it.
//
// # Virtual machines
//
//	qemu-system-x86_64 ... -device virtio-net-pci,netdev=n \
//		-netdev stream,id=n,server=off,addr.type=unix,addr.path=/run/h1.sock
//
// is the peer of a stream that listens at unix:/run/h1.sock, and
//
//	-netdev dgram,id=n,local.type=unix,local.path=/run/vm.sock,remote.type=unix,remote.path=/run/h1.sock
//
// that of a datagram socket at unix:/run/h1.sock with the peer unix:/run/vm.sock.
package tap
