package clause4

import "github.com/csmacd/csmacd/medium"

// reception is what a tap receives from silence, or from the touch of two signals, to the next: a
// chain of signals, each sharing at least one step with the one before. The receiver cannot
// separate them (4.2.9 and BitReceiver see only carrier and bits). The receiver of a full-duplex end
// does not see what its own station sends.
type reception struct {
	open    bool
	start   instant
	first   signalNumber // the foreign signal that began it; of several, that of the lowest station
	header  instant      // of the signal that began it; of several, the longest
	signals int
	own     bool // it contains the station's own transmission
	began   bool // it began with that, and therefore is not a reception at all
}

// listen reads the tap: the signals there from now to the next instant. They determine carrierSense
// and collisionDetect (the variables of 4.2.8 that the physical layer sets), and the process
// BitReceiver.
func (s *station) listen() {
	if !s.m.cable.changes(s.m.now, int(s.number), s.heard) {
		return // no signal begins or ends here
	}
	var (
		foreign, own, ownBegins bool
		continues               bool      // a signal that was here before is still here
		begins                  int       // number of signals that begin
		first                   = silence // the lowest foreign station of those
		header                  instant   // the longest header of those
	)
	for from, before := range s.heard {
		n := s.m.cable.arrives(s.m.now, int(s.number), from)
		s.heard[from] = n
		mine := from == int(s.number)
		if n == silence || mine && s.full {
			continue
		}
		own, foreign = own || mine, foreign || !mine
		if n == before {
			continues = true
			continue
		}
		begins++
		header = max(header, s.m.signals[n].header)
		if mine {
			ownBegins = true
		} else {
			first = s.m.lower(first, n)
		}
	}
	s.collisionDetect = foreign && !s.full
	s.bitReceiver(continues, begins, ownBegins, first, header)
	if carrier := own || foreign; carrier != s.carrierSense {
		s.carrierSense = carrier
		kind := medium.CarrierOff
		if carrier {
			kind = medium.CarrierOn
		} else {
			s.silentSince = s.m.now
		}
		s.write(medium.Event{Kind: kind})
	}
}

// bitReceiver is the process BitReceiver (4.2.9): a reception ends if none of its signals
// continues, and the next begins with the next signal.
func (s *station) bitReceiver(continues bool, begins int, ownBegins bool, first signalNumber, header instant) {
	r := &s.reception
	if r.open && !continues {
		s.receiveDataDecap()
		r.open = false
	}
	if begins == 0 {
		return
	}
	if !r.open {
		*r = reception{open: true, start: s.m.now, first: first, began: ownBegins}
		if !ownBegins {
			f := &s.m.signals[first]
			s.write(medium.Event{Kind: medium.RxStart, From: f.frame.Source, Frame: f.named()})
		}
	}
	if r.start == s.m.now {
		r.header = max(r.header, header)
	}
	r.signals += begins
	r.own = r.own || ownBegins
}

// receiveDataDecap is the function ReceiveDataDecap (4.2.9) for a reception that ends now. Bits are
// counted from the end of the header, and octets are whole. The check sequence is right if the
// reception is one signal that was sent to its end, and wrong otherwise: the model has no data
// bits.
func (s *station) receiveDataDecap() {
	r := &s.reception
	if r.began {
		return
	}
	first := s.m.signals[r.first]
	bits := int(max(0, s.m.now-r.start-r.header) / s.n.bit)
	octets, excessBits := bits/8, bits%8
	whole := r.signals == 1 && first.whole

	why := medium.NoReason
	switch {
	case r.own:
		why = medium.Damaged
	case octets < s.n.MinFrame:
		why = medium.Fragment
	case octets > s.n.MaxFrame:
		why = medium.TooLong
	case !whole:
		why = medium.Damaged
	}
	if !r.own {
		s.layerMgmtReceiveCounters(why, octets, excessBits, first.frame.Destination)
		if why == medium.NoReason && isPause(first.frame) {
			s.receivePause(first.frame)
		}
	}
	s.write(medium.Event{Kind: medium.RxEnd, From: first.frame.Source, Frame: first.named(),
		OK: why == medium.NoReason, Octets: int32(octets), Why: why})
}
