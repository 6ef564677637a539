package soft_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gvisor.dev/gvisor/pkg/tcpip/header"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
	"github.com/csmacd/csmacd/tap/soft"
)

// segmentsOf runs a segment of cable with one flow of TCP and returns its segments as they leave their stations.
func segmentsOf(t *testing.T, f soft.Flow) (list []header.TCP, r *medium.Result) {
	c := segment{hosts: 2, flows: []soft.Flow{f}}
	c.sent = func(frame []byte) {
		if ip := header.IPv4(frame[header.EthernetMinimumSize:]); header.Ethernet(frame).Type() == header.IPv4ProtocolNumber {
			list = append(list, header.TCP(ip.Payload()))
		}
	}
	r = c.run(t)
	require.Empty(t, r.Flows[0].Failed)
	return list, r
}

// All kinds of flows at once: the same octets at the same instants however the machine runs it.
func TestEachKindIsTheSameEveryTime(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	c := segment{hosts: 3, load: 300, flows: []soft.Flow{
		{Name: "h0/1", From: 0, To: 1, Bytes: 30_000, Count: 3, Think: 5 * phy.Millisecond, DelayedACK: true},
		{Name: "h0/2", Kind: soft.HTTP, From: 0, To: 1, Bytes: 5_000, Count: 10, Think: 5 * phy.Millisecond},
		{Name: "h2/1", Kind: soft.HTTP, From: 2, To: 0, Bytes: 500, Request: 2_000, Count: 10, Separate: true},
		{Name: "h2/2", Kind: soft.UDP, From: 2, To: 1, Size: 4_000, Interval: 5 * phy.Millisecond, For: 200 * phy.Millisecond, Random: true},
		{Name: "h1/1", Kind: soft.Ping, From: 1, To: 2, Size: 56, Interval: 10 * phy.Millisecond, Count: 20},
	}}
	want := c.run(t)
	for _, f := range want.Flows {
		assert.Empty(t, f.Failed, f.Name)
		assert.NotNil(t, f.EndedUs, f.Name)
		assert.Positive(t, f.GoodputBps, f.Name)
	}
	assert.EqualValues(t, 3, want.Flows[0].Transfers.Done)
	assert.EqualValues(t, 90_000, want.Flows[0].Delivered)
	assert.EqualValues(t, 10, want.Flows[1].Requests.Done)
	assert.EqualValues(t, 50_000, want.Flows[1].Delivered)
	assert.EqualValues(t, 10, want.Flows[2].Requests.Time.Count)
	assert.Equal(t, want.Flows[3].Datagrams.Sent, want.Flows[3].Datagrams.Received)
	assert.EqualValues(t, 20, want.Flows[4].Pings.Received)
	for i := range 8 {
		runtime.GOMAXPROCS(1 + i)
		again := c
		again.observed = i%2 == 1
		if i%3 > 0 {
			again.step = phy.Time(i*i) * 137_777 * phy.Nanosecond
		}
		require.Equal(t, want, again.run(t), "run %d", i)
	}
}

// What a flow asks of TCP is in its segments.
func TestTheSegmentsShowTheOptions(t *testing.T) {
	plain := soft.Flow{Name: "h0/1", From: 0, To: 1, Bytes: 100_000}
	options := func(list []header.TCP) (o []header.TCPSynOptions) {
		for _, s := range list {
			if s.Flags().Contains(header.TCPFlagSyn) {
				o = append(o, header.ParseSynOptions(s.Options(), s.Flags().Contains(header.TCPFlagAck)))
			}
		}
		require.Len(t, o, 2)
		return o
	}
	longest := func(list []header.TCP) (octets int) {
		for _, s := range list {
			octets = max(octets, len(s)-int(s.DataOffset()))
		}
		return octets
	}

	list, _ := segmentsOf(t, plain)
	for _, o := range options(list) {
		assert.EqualValues(t, 1460, o.MSS)
		assert.True(t, o.SACKPermitted)
		assert.GreaterOrEqual(t, o.WS, 0, "windows are scaled")
	}
	assert.Equal(t, 1420, longest(list), "the stack keeps 40 of 1460 octets for options")

	f := plain
	f.MSS, f.NoSACK = 500, true
	list, _ = segmentsOf(t, f)
	for _, o := range options(list) {
		assert.EqualValues(t, 500, o.MSS)
		assert.False(t, o.SACKPermitted)
	}
	assert.Equal(t, 488, longest(list), "of 500 octets 12 are the time stamps")

	f = plain
	f.Window = 8192
	list, _ = segmentsOf(t, f)
	for _, s := range list {
		if s.DestinationPort() != 5001 && !s.Flags().Contains(header.TCPFlagSyn) {
			assert.LessOrEqual(t, s.WindowSize(), uint16(8192))
		}
	}
}

// Without delay the receiver acknowledges each segment, with it every second one. The last one waits for 40 ms
// unless the end of the connection is there too.
func TestDelayedAcknowledgements(t *testing.T) {
	f := soft.Flow{Name: "h0/1", From: 0, To: 1, Bytes: 100_000}
	count := func(list []header.TCP) (data, acks int) {
		for _, s := range list {
			switch {
			case len(s) > int(s.DataOffset()):
				data++
			case s.SourcePort() == 5001 && s.Flags() == header.TCPFlagAck:
				acks++
			}
		}
		return data, acks
	}
	list, r := segmentsOf(t, f)
	data, acks := count(list)
	assert.GreaterOrEqual(t, acks, data)
	assert.Zero(t, r.Flows[0].Retransmissions)

	f.DelayedACK = true
	list, later := segmentsOf(t, f)
	data, acks = count(list)
	assert.InDelta(t, data/2, acks, 2)
	assert.Zero(t, later.Flows[0].Retransmissions)
	assert.Less(t, later.Medium.Attempts, r.Medium.Attempts)

	// A request that is not answered for a while is acknowledged after 40 ms; one that is, with its answer.
	f = soft.Flow{Name: "h0/1", Kind: soft.HTTP, From: 0, To: 1, Bytes: 100, Count: 5, Turnaround: 100 * phy.Millisecond, DelayedACK: true}
	list, _ = segmentsOf(t, f)
	pure := 0
	for _, s := range list {
		if len(s) == int(s.DataOffset()) && s.Flags() == header.TCPFlagAck {
			pure++
		}
	}
	assert.Equal(t, 5+3, pure, "the client's, for each answer, and those of the handshake and of two FINs")
}

// Datagrams that no frame holds are sent in fragments, and arrive as one.
func TestFragments(t *testing.T) {
	for _, size := range []int{soft.MinDatagram, 1472, 1473, 20_000, soft.MaxDatagram} {
		c := segment{hosts: 2, flows: []soft.Flow{
			{Name: "h0/1", Kind: soft.UDP, From: 0, To: 1, Size: size, Interval: 100 * phy.Millisecond, Count: 3},
			{Name: "h1/1", Kind: soft.Ping, From: 1, To: 0, Size: size, Interval: 300 * phy.Millisecond, Count: 2},
		}}
		frames := 0
		c.sent = func(frame []byte) {
			if ip := header.IPv4(frame[header.EthernetMinimumSize:]); header.Ethernet(frame).Type() == header.IPv4ProtocolNumber && ip.Protocol() == 17 {
				frames++
			}
		}
		r := c.run(t)
		assert.Equal(t, (size+8+1479)/1480*3, frames)
		assert.EqualValues(t, 3*size, r.Flows[0].Delivered)
		assert.EqualValues(t, 2*size, r.Flows[1].Delivered)
	}
}

// Bit errors lose datagrams and pings; they are counted, and the flow ends without them.
func TestLossIsCounted(t *testing.T) {
	c := segment{hosts: 2, errors: 2e-5, flows: []soft.Flow{
		{Name: "h0/1", Kind: soft.UDP, From: 0, To: 1, Size: 1000, Interval: 10 * phy.Millisecond, Count: 300},
		{Name: "h1/1", Kind: soft.Ping, From: 1, To: 0, Size: 1000, Interval: 10 * phy.Millisecond, Count: 100},
		{Name: "h0/2", Kind: soft.HTTP, From: 0, To: 1, Bytes: 10_000, Count: 10},
	}}
	r := c.run(t)
	for _, d := range []*medium.Datagrams{r.Flows[0].Datagrams, r.Flows[1].Pings} {
		assert.Positive(t, d.Lost)
		assert.Equal(t, d.Sent, d.Received+d.Lost)
		assert.Greater(t, d.Received, d.Lost)
	}
	assert.EqualValues(t, 10, r.Flows[2].Requests.Done)
	assert.Positive(t, r.Flows[2].Retransmissions)

	c.errors = 0.1 // nothing arrives
	c.flows[2].Count = 2
	r = c.run(t)
	assert.Contains(t, r.Flows[0].Failed, "wait: nothing arrived")
	assert.Contains(t, r.Flows[1].Failed, "wait: nothing arrived")
	assert.EqualValues(t, 2, r.Flows[2].Requests.Failed)
	assert.Nil(t, r.Flows[2].EndedUs)
}

// RFC 3550's jitter of delays that do not change is 0, and thinking takes the time that it should.
func TestFiguresOfAQuietCable(t *testing.T) {
	r := segment{hosts: 2, flows: []soft.Flow{
		{Name: "h0/1", Kind: soft.UDP, From: 0, To: 1, Size: 1000, Interval: 10 * phy.Millisecond, At: phy.Second, Count: 10},
		{Name: "h1/1", Kind: soft.Ping, From: 1, To: 0, Size: 56, Interval: 10 * phy.Millisecond, Count: 10},
		{Name: "h0/2", Kind: soft.HTTP, From: 0, To: 1, Bytes: 100, Count: 11, Turnaround: 100 * phy.Millisecond, At: 2 * phy.Second},
	}}.run(t)
	d := r.Flows[0].Datagrams
	// (8 + 14 + 20 + 8 + 1000 + 4) octets, and the signal's way along 400 ns of cable.
	assert.Equal(t, 1054*8*0.1+0.4, d.Delay.P50)
	assert.Equal(t, d.Delay.P50, d.Delay.Max)
	assert.Zero(t, d.JitterUs)
	// Between request and reply there is the gap of 96 bits.
	assert.Equal(t, 2*((8+14+20+8+56+4)*8*0.1+0.4)+9.6, r.Flows[1].RTT.P50)
	q := r.Flows[2]
	assert.InDelta(t, 10*100_000+float64(q.Requests.Time.Count)*q.Requests.Time.P50, *q.EndedUs-q.StartedUs, 1000)
}

func TestWrongFlowsOfEachKind(t *testing.T) {
	for want, f := range map[string]soft.Flow{
		`there is no kind of flow "gopher"`:                {Kind: "gopher"},
		"its Interval is not above 0":                      {Kind: soft.UDP, Size: 100},
		"15 octets of data: there can be 16 to 65507":      {Kind: soft.UDP, Size: 15, Interval: 1},
		"65508 octets of data: there can be 0 to 65507":    {Kind: soft.Ping, Size: 65508, Interval: 1},
		"an MSS of 87 octets: the stack takes 88 to 65535": {Bytes: 1, MSS: 87},
		"a message has a negative number of octets":        {Kind: soft.HTTP, Request: -1},
		"it has a negative number or time":                 {Bytes: 1, Think: -1},
	} {
		f.Name, f.To = "h0/1", 1
		c := segment{hosts: 2, flows: []soft.Flow{f}}
		_, err := c.make(t)
		assert.ErrorContains(t, err, want)
	}
}
