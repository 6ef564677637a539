package tap

import (
	"net"
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// A frame of 1514 octets through a link, in each direction. The cost of the other end is included.
func BenchmarkStream(b *testing.B) {
	s, c := pair(b)
	frame, buf := make([]byte, 1514), make([]byte, 2000)
	wire := framed(frame)
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			unix.Write(c, wire)
			if _, err := s.Read(buf); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			if err := s.Write(frame); err != nil {
				b.Fatal(err)
			}
			unix.Read(c, buf)
		}
	})
}

// Writes of a TAP include the kernel's processing of the frame, which nobody wants; reads include
// the sending by a packet socket.
func BenchmarkDevice(b *testing.B) {
	ownNamespace(b)
	d := openUp(b, "h1")
	iface, err := net.InterfaceByName("h1")
	if err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile("/proc/sys/net/ipv6/conf/h1/disable_ipv6", []byte("1"), 0); err != nil {
		b.Log(err)
	}
	packets := packetSocket(b, iface, etherType)
	frame, buf := frameTo(net.HardwareAddr{2, 0, 0, 0, 0, 7}, 1514), make([]byte, 2000)
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			if err := packets.send(frame); err != nil {
				b.Fatal(err)
			}
			if _, err := d.Read(buf); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("read nothing", func(b *testing.B) {
		for {
			if _, err := d.Read(buf); err != nil {
				break
			}
		}
		for b.Loop() {
			d.Read(buf)
		}
	})
	b.Run("dropped", func(b *testing.B) {
		for b.Loop() {
			d.Dropped()
		}
	})
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			if err := d.Write(frame); err != nil {
				b.Fatal(err)
			}
		}
	})
}
