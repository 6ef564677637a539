package tap_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/google/gopacket"
	"github.com/google/gopacket/layers"

	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
	"github.com/csmacd/csmacd/tap"
)

// A Go program is both hosts: one sends a frame, the other decodes what it receives.
func ExampleHost() {
	network, err := bus.New(bus.Config{Stations: []bus.Station{
		{Name: "A"},
		{Name: "B", At: phy.Delay(500, 0.77)},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	a, b := tap.NewHost(), tap.NewHost()
	live, err := tap.NewLive(network, []tap.Port{{Station: 0, Link: a, Queue: 10}, {Station: 1, Link: b, Queue: 10}}, tap.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	ended := make(chan error)
	go func() { ended <- live.Run(ctx, phy.Forever) }()

	frame := append([]byte{}, 0x02, 0, 0, 0, 0, 2) // to the second station
	frame = append(frame, 0x02, 0, 0, 0, 0, 1)
	frame = append(frame, 0x88, 0xb5)
	if err := a.WritePacketData(append(frame, "hello over there"...)); err != nil {
		fmt.Println(err)
	}
	packet, err := gopacket.NewPacketSource(b, layers.LayerTypeEthernet).NextPacket()
	if err != nil {
		fmt.Println(err)
		return
	}
	ethernet := packet.LinkLayer().(*layers.Ethernet)
	text := bytes.TrimRight(ethernet.LayerPayload(), "\x00") // the shortest frame is padded to 46 octets of data
	fmt.Printf("from %v: %s\n", ethernet.SrcMAC, text)

	stop()
	if err := <-ended; err != nil {
		fmt.Println(err)
	}
	fmt.Println(network.Result().Medium.FramesDelivered, "frame delivered")
	if err := live.Close(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// from 02:00:00:00:00:01: hello over there
	// 1 frame delivered
}
