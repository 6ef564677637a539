package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

func lines(stations medium.Stations, list ...medium.Event) string {
	var file bytes.Buffer
	e := NewEvents(NewOutput(&file, "test"), stations, bit)
	play(e, list)
	_ = e.Close()
	return file.String()
}

func TestEventsLineByLine(t *testing.T) {
	f := frame(0, 1, 3, 64)
	about := func(k medium.Kind, e medium.Event) medium.Event {
		e.At, e.Kind = bits(245), k
		if k != medium.CarrierOn && k != medium.CarrierOff && k < medium.Beacon {
			e.Frame = f
		}
		if k != medium.Queued {
			e.Attempt = 2
		}
		return e
	}
	for _, c := range []struct {
		event medium.Event
		want  string
	}{
		{about(medium.Queued, medium.Event{}), `"station":"A","event":"queued","frame":3,"octets":64,"to":"B"`},
		{about(medium.Defer, medium.Event{}), `"station":"A","event":"defer","frame":3,"attempt":2`},
		{about(medium.TxStart, medium.Event{}), `"station":"A","event":"tx_start","frame":3,"attempt":2`},
		{about(medium.Collision, medium.Event{}), `"station":"A","event":"collision","frame":3,"attempt":2`},
		{about(medium.Collision, medium.Event{Late: true}), `"station":"A","event":"collision","frame":3,"attempt":2,"late":true`},
		{about(medium.Collision, medium.Event{OK: true}), `"station":"A","event":"collision","frame":3,"attempt":2,"logical":true`},
		{about(medium.JamStart, medium.Event{}), `"station":"A","event":"jam_start","frame":3,"attempt":2`},
		{about(medium.TxEnd, medium.Event{OK: true}), `"station":"A","event":"tx_end","frame":3,"attempt":2,"ok":true`},
		{about(medium.TxEnd, medium.Event{}), `"station":"A","event":"tx_end","frame":3,"attempt":2,"ok":false`},
		{about(medium.Backoff, medium.Event{Slots: 3, Range: 4, Until: bits(1781)}),
			`"station":"A","event":"backoff","frame":3,"attempt":2,"slots":3,"range":4,"until_bits":1781`},
		{about(medium.Backoff, medium.Event{Slots: 3, Until: bits(1781) + 1}),
			`"station":"A","event":"backoff","frame":3,"attempt":2,"slots":3,"until_bits":1781.00001`},
		{about(medium.Sent, medium.Event{}), `"station":"A","event":"sent","frame":3,"attempt":2`},
		{about(medium.Dropped, medium.Event{Why: medium.ExcessiveCollisions}),
			`"station":"A","event":"dropped","frame":3,"attempt":2,"why":"excessive_collisions"`},
		{about(medium.RxStart, medium.Event{Station: 1}), `"station":"B","event":"rx_start","frame":3,"from":"A"`},
		{about(medium.RxEnd, medium.Event{Station: 1, OK: true, Octets: 64}),
			`"station":"B","event":"rx_end","frame":3,"from":"A","ok":true,"octets":64`},
		{about(medium.RxEnd, medium.Event{Station: 1, Octets: 4, Why: medium.Fragment}),
			`"station":"B","event":"rx_end","frame":3,"from":"A","ok":false,"octets":4,"why":"fragment"`},
		{about(medium.RepeatEnd, medium.Event{OK: true}), `"station":"A","event":"repeat_end","frame":3,"attempt":2,"ok":true`},
		{about(medium.RepeatEnd, medium.Event{}), `"station":"A","event":"repeat_end","frame":3,"attempt":2,"ok":false`},
		{medium.Event{At: bits(245), Kind: medium.Partition}, `"station":"A","event":"partition"`},
		{medium.Event{At: bits(245), Kind: medium.Partition, Why: medium.FalseCarrier}, `"station":"A","event":"partition","why":"false_carrier"`},
		{medium.Event{At: bits(245), Kind: medium.Reconnect, Why: medium.FalseCarrier}, `"station":"A","event":"reconnect","why":"false_carrier"`},
		{about(medium.CarrierOn, medium.Event{}), `"station":"A","event":"carrier_on"`},
		{about(medium.CarrierOff, medium.Event{}), `"station":"A","event":"carrier_off"`},
		{about(medium.Beacon, medium.Event{}), `"station":"A","event":"beacon"`},
		{about(medium.Commit, medium.Event{ID: 3}), `"station":"A","event":"commit","id":3`},
		{about(medium.CommitEnd, medium.Event{ID: 3}), `"station":"A","event":"commit_end","id":3`},
		{about(medium.Turn, medium.Event{ID: 3, OK: true}), `"station":"A","event":"turn","id":3,"used":true`},
		{about(medium.Turn, medium.Event{}), `"station":"A","event":"turn","id":0,"used":false`},
		{about(medium.PLCAStatus, medium.Event{OK: true}), `"station":"A","event":"plca_status","ok":true`},
	} {
		require.Equal(t, `{"ps":24500000,"bits":245,`+c.want+"}\n", lines(names{"A", "B"}, c.event))
	}
}

func TestEventsDestinations(t *testing.T) {
	for destination, want := range map[int32]string{
		1: `"B \"b\"\n<"`, medium.Broadcast: `"broadcast"`, group: `"01:00:5e:00:00:00"`,
	} {
		got := lines(names{"A", "B \"b\"\n<"}, medium.Event{Kind: medium.Queued, Frame: frame(0, destination, 1, 64)})
		require.Equal(t, `{"ps":0,"bits":0,"station":"A","event":"queued","frame":1,"octets":64,"to":`+want+"}\n", got)
	}
}

// event is what a reader expects, and nothing else.
type event struct {
	Ps        int64       `json:"ps"`
	Bits      json.Number `json:"bits"`
	Station   string      `json:"station"`
	Event     string      `json:"event"`
	Frame     uint32      `json:"frame"`
	Of        string      `json:"of"`
	Attempt   uint8       `json:"attempt"`
	OK        bool        `json:"ok"`
	Late      bool        `json:"late"`
	Logical   bool        `json:"logical"`
	Slots     int32       `json:"slots"`
	Range     int32       `json:"range"`
	UntilBits json.Number `json:"until_bits"`
	Why       string      `json:"why"`
	From      string      `json:"from"`
	Octets    int32       `json:"octets"`
	To        string      `json:"to"`
}

func TestEventsAreJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// A name that is not UTF-8 cannot be written as JSON; scenarios have none.
		stations := names(rapid.SliceOfN(rapid.String(), 3, 3).Draw(t, "names"))
		e := medium.Event{
			At:      phy.Time(rapid.Int64Range(0, int64(phy.MaxTime)).Draw(t, "at")),
			Station: rapid.Int32Range(0, 2).Draw(t, "station"),
			Kind:    medium.Kind(rapid.IntRange(0, int(medium.CarrierOff)).Draw(t, "kind")),
			Attempt: rapid.Byte().Draw(t, "attempt"),
			OK:      rapid.Bool().Draw(t, "ok"),
			Late:    rapid.Bool().Draw(t, "late"),
			From:    rapid.Int32Range(0, 2).Draw(t, "from"),
			Why:     medium.Why(rapid.IntRange(0, int(medium.TooLong)).Draw(t, "why")),
			Frame:   frame(rapid.Int32Range(0, 2).Draw(t, "sender"), rapid.Int32Range(-3, 2).Draw(t, "to"), rapid.Uint32().Draw(t, "number"), 64),
			Octets:  rapid.Int32().Draw(t, "octets"), Slots: rapid.Int32Min(-1).Draw(t, "slots"),
			Range: rapid.Int32().Draw(t, "range"),
			Until: phy.Time(rapid.Int64Range(0, int64(phy.MaxTime)).Draw(t, "until")),
		}
		text := lines(stations, e)
		require.Equal(t, 1, strings.Count(text, "\n"))
		var got event
		d := json.NewDecoder(strings.NewReader(text))
		d.DisallowUnknownFields()
		require.NoError(t, d.Decode(&got))

		exact := func(n json.Number) phy.Time {
			r, ok := new(big.Rat).SetString(string(n))
			require.True(t, ok)
			r.Mul(r, new(big.Rat).SetInt64(int64(bit)))
			require.True(t, r.IsInt())
			return phy.Time(r.Num().Int64())
		}
		require.Equal(t, int64(e.At), got.Ps)
		require.Equal(t, e.At, exact(got.Bits))
		require.Equal(t, stations[e.Station], got.Station)
		require.Equal(t, e.Kind.String(), got.Event)
		require.Equal(t, e.Frame.Number, got.Frame)
		who := e.Station
		if e.Kind == medium.RxStart || e.Kind == medium.RxEnd {
			who = e.From
		}
		if e.Frame.Number > 0 && e.Frame.Source != who {
			require.Equal(t, stations[e.Frame.Source], got.Of)
		} else {
			require.NotContains(t, text, `"of":`)
		}
		switch e.Kind {
		case medium.Backoff:
			require.Equal(t, e.Slots >= 0, strings.Contains(text, `"slots":`), "a wait of no whole number of slots has none")
			require.Equal(t, []any{max(e.Slots, 0), e.Range, e.Until}, []any{got.Slots, got.Range, exact(got.UntilBits)})
		case medium.RxEnd:
			require.Equal(t, []any{stations[e.From], e.OK, e.Octets}, []any{got.From, got.OK, got.Octets})
		case medium.Collision:
			require.Equal(t, []bool{e.Late, e.OK}, []bool{got.Late, got.Logical})
		}
	})
}

func TestEventsOnlyThoseAskedFor(t *testing.T) {
	var file bytes.Buffer
	e := NewEvents(NewOutput(&file, "test"), names{"A"}, bit)
	require.Equal(t, medium.Interest{Kinds: medium.AllKinds}, e.Interest())
	e.Only(medium.Interest{Kinds: medium.Of(medium.Sent)})
	play(e, tx{frame: frame(0, 0, 1, 64), attempt: 1}.events(rules()))
	require.NoError(t, e.Flush())
	require.Equal(t, `{"ps":57600000,"bits":576,"station":"A","event":"sent","frame":1,"attempt":1}`+"\n", file.String())
}

func TestEventsTakeNoMemory(t *testing.T) {
	e := NewEvents(NewOutput(io.Discard, "test"), names{"A", "B"}, bit)
	list := append(all(rules(), tx{frame: frame(0, 1, 1, 64), attempt: 3, start: 12345, jam: bits(64), slots: 5}),
		medium.Event{Kind: medium.Queued, Frame: frame(0, group, 1, 64)},
		medium.Event{Kind: medium.RxEnd, Frame: frame(0, 1, 1, 64), Why: medium.Damaged})
	observe := func() {
		for i := range list {
			e.Observe(&list[i])
		}
	}
	for range 1000 {
		observe() // until the list of records in the buffer has grown
	}
	require.Zero(t, testing.AllocsPerRun(1000, observe))
}

func TestEventsStopAtAnError(t *testing.T) {
	full := errors.New("full")
	e := NewEvents(NewOutput(&limited{w: io.Discard, room: 100, err: full}, "events.jsonl"), names{"A"}, bit)
	for range 10_000 {
		e.Observe(&medium.Event{Kind: medium.CarrierOn})
	}
	require.ErrorIs(t, e.Err(), full)
	require.EqualError(t, e.Close(), "events.jsonl: full")
}

func BenchmarkEvents(b *testing.B) {
	e := NewEvents(NewOutput(io.Discard, "bench"), names{"A", "B"}, bit)
	ev := medium.Event{At: bits(1000) + 12345, Kind: medium.TxStart, Frame: frame(0, 1, 1, 64), Attempt: 1}
	b.ReportAllocs()
	for b.Loop() {
		e.Observe(&ev)
	}
}
