package scene

import (
	"cmp"
	"sort"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Carrier is a stretch of carrier at a tap, including the station's own signals. Signals that touch are one
// stretch.
type Carrier struct {
	Rise phy.Time `json:"rise"`
	Fall phy.Time `json:"fall"` // None: not yet
	own  phy.Time // when the station's own first transmission in it began; Forever: there is none
}

// Overlaid is a time in which a tap hears more than one signal.
type Overlaid struct {
	From  phy.Time `json:"from"`
	Until phy.Time `json:"until"`
}

// Reception is a chain of overlapping signals at a tap that begins with a foreign signal.
type Reception struct {
	Rise   phy.Time `json:"rise"`
	Fall   phy.Time `json:"fall"`
	From   int32    `json:"from"` // sender of the first signal
	Frame  uint32   `json:"frame"`
	Octets int      `json:"octets"` // whole octets after the header
	OK     bool     `json:"ok"`
	Of     string   `json:"of,omitempty"`  // on a path: the name of the first sender, whose number is that in the network
	Why    string   `json:"why,omitempty"` // if it is not a frame: in the words of a result
}

// signal is a transmission as a tap hears it.
type signal struct {
	rise, fall phy.Time
	*Transmission
}

// heard returns the signals at a tap in [from, to), extended on both sides to a silence of a gap at that
// tap. Signals beyond do not change deference and receptions in the window.
func (s *Scene) heard(i int32, from, to phy.Time) []signal {
	gap := s.stations[i].rules.Gap
	step := s.longest + s.reach() + s.gap + s.bit
	for reach := 4 * step; ; reach *= 4 {
		since, until := from-reach, to+reach
		a, b := s.first(since), s.startedBy(until)
		signals := s.signals(i, s.sent[min(a, b):b])
		if a == 0 {
			since = -phy.Forever // there was nothing before
		}
		if b == len(s.sent) {
			until = phy.Forever
		}
		// Signals that fell before since, or that rise from until on, are not known.
		last, cut, end := since, -1, -1
		for n, v := range signals {
			if v.rise-last >= max(gap, 1) {
				if v.rise <= from {
					cut = n
				} else if cut < 0 && from-last >= gap {
					cut = n
				}
				if v.rise >= to && v.rise <= until && end < 0 {
					end = n
				}
			}
			last = max(last, v.fall)
		}
		if cut < 0 && from-last >= gap {
			cut = len(signals)
		}
		if end < 0 && until-last >= gap {
			end = len(signals)
		}
		if cut < 0 && a == 0 {
			cut = 0
		}
		if end < 0 && b == len(s.sent) {
			end = len(signals)
		}
		if cut >= 0 && end >= 0 {
			return signals[cut:max(cut, end)]
		}
	}
}

// signals returns transmissions as a tap hears them, in order of their rise. Of signals that rise together
// the station's own comes first.
func (s *Scene) signals(i int32, sent []Transmission) []signal {
	signals := make([]signal, 0, len(sent))
	for k := range sent {
		t := &sent[k]
		if s.apart(i, t.Station) {
			continue
		}
		d := s.distance(i, t.Station)
		signals = append(signals, signal{t.Start + d, t.end() + d, t})
	}
	sort.SliceStable(signals, func(j, k int) bool { // one for all types: the page has to stay small
		a, b := &signals[j], &signals[k]
		return cmp.Or(cmp.Compare(a.rise, b.rise), cmp.Compare(rank(a.Station, i), rank(b.Station, i))) < 0
	})
	return signals
}

func rank(station, own int32) int32 {
	if station == own {
		return -1
	}
	return station
}

// carrier joins the signals at a tap into stretches of carrier.
func carrier(i int32, signals []signal) []Carrier {
	var all []Carrier
	for _, v := range signals {
		own := phy.Forever
		if v.Station == i {
			own = v.rise
		}
		if n := len(all) - 1; n >= 0 && v.rise <= all[n].Fall {
			all[n].Fall, all[n].own = max(all[n].Fall, v.fall), min(all[n].own, own)
			continue
		}
		all = append(all, Carrier{v.rise, v.fall, own})
	}
	return all
}

// overlaid returns the times in which two or more signals are on at a tap.
func overlaid(signals []signal) []Overlaid {
	var all []Overlaid
	fall := phy.Time(-1)
	for _, v := range signals {
		if from, until := v.rise, min(fall, v.fall); until > from {
			if n := len(all) - 1; n >= 0 && from <= all[n].Until {
				all[n].Until = max(all[n].Until, until)
			} else {
				all = append(all, Overlaid{from, until})
			}
		}
		fall = max(fall, v.fall)
	}
	return all
}

// receptions returns what the receiver at a tap makes of signals (rule 9).
func (s *Scene) receptions(i int32, signals []signal) []Reception {
	var all []Reception
	for k := 0; k < len(signals); {
		first := signals[k]
		chain := Reception{Rise: first.rise, Fall: first.fall, From: first.Station, Frame: first.Frame}
		own, damaged, header := false, false, phy.Time(0)
		n := k
		for ; n < len(signals) && (n == k || signals[n].rise < chain.Fall); n++ {
			v := &signals[n]
			if v.rise == first.rise {
				header = max(header, v.Header-v.Start)
			}
			chain.Fall = max(chain.Fall, v.fall)
			own = own || v.Station == i
			damaged = damaged || v.Collision != None || n > k
		}
		k = n
		if first.Station == i || chain.Fall >= phy.Forever {
			continue
		}
		judged, octets := s.stations[i].rules.Receive(chain.Fall-chain.Rise-header, damaged)
		chain.Octets, chain.OK = octets, judged == mac.Whole && !own
		if chain.Why = judged.String(); own {
			chain.Why = medium.Damaged.String()
		}
		all = append(all, chain)
	}
	return all
}
