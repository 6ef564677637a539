package trace

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/google/gopacket"
	"github.com/google/gopacket/layers"
	"github.com/google/gopacket/pcapgo"
	"github.com/stretchr/testify/require"
)

// A file of very many interfaces takes no longer to read for each of them than one of a few.
func TestReadCaptureOfManyInterfaces(t *testing.T) {
	const n = 200_000
	var file bytes.Buffer
	port := func(i int) pcapgo.NgInterface {
		return pcapgo.NgInterface{Name: fmt.Sprintf("port%06d", i%(n/2)), LinkType: layers.LinkTypeEthernet}
	}
	w, err := pcapgo.NewNgWriterInterface(&file, port(0), pcapgo.NgWriterOptions{})
	require.NoError(t, err)
	for i := 1; i < n; i++ {
		_, err := w.AddInterface(port(i))
		require.NoError(t, err)
	}
	for _, i := range []int{n - 1, 0, n / 2} {
		require.NoError(t, w.WritePacket(gopacket.CaptureInfo{Timestamp: aDay, CaptureLength: 60, Length: 60, InterfaceIndex: i}, make([]byte, 60)))
	}
	require.NoError(t, w.Flush())
	c, err := readCapture(&file, false)
	require.NoError(t, err)
	require.Len(t, c.Interfaces, n/2)
	for i, name := range []string{port(n - 1).Name, port(0).Name, port(0).Name} {
		require.Equal(t, name, c.Packet(i).Interface)
	}
}
