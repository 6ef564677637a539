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
	clipped bool // not all of its signals has been heard
	goesOn  bool // its station does not hear the rest
	own     bool // it contains the station's own transmission
	began   bool // it began with that, and therefore is not a reception at all
	soon    bool // it follows other carrier by less than the receiver needs (rx_gap)
}

// listen reads the tap: the signals there from now to the next instant. They determine carrierSense
// and collisionDetect (the variables of 4.2.8 that the physical layer sets), and the process
// BitReceiver.
func (s *station) listen() {
	if s.m.cable.still || !s.hears() && !s.m.cable.changed {
		return // no signal begins or ends here
	}
	var (
		foreign, own, ownBegins bool
		continues               bool      // a signal that was here before is still here
		begins                  int       // number of signals that begin
		first                   = silence // the lowest foreign station of those
		header                  instant   // the longest header of those
		at                      bool      // a foreign signal at the tap, whether the receiver is told or not
		clipped                 bool      // of those that begin, not all is heard
	)
	ends := s.m.ends()
	for from, before := range s.heard {
		n := s.raw[from]
		mine := from == int(s.number)
		itself := from%ends == int(s.number) && from/ends == s.m.cable.ways
		at = at || n != silence && !mine && !itself
		if !mine && !itself && s.hearsNobody() {
			n = silence
		}
		mine = mine || itself
		s.heard[from] = n
		if before != silence && before != n && s.raw[from] == before {
			s.reception.clipped, s.reception.goesOn = true, true
		}
		if before != silence && before != n && !mine && s.m.cutOff(int(s.number), from, before, false) {
			s.reception.clipped = true
		}
		if n == silence || mine && s.full {
			continue
		}
		own, foreign = own || mine, foreign || !mine
		if n == before {
			continues = true
			continue
		}
		begins++
		clipped = clipped || s.m.cutOff(int(s.number), from, n, true)
		header = max(header, s.m.signals[n].header)
		if mine {
			ownBegins = true
		} else {
			first = s.m.lower(first, n)
		}
	}
	s.collisionDetect = (at || s.jammed) && !s.full && !s.seesNoCollision()
	s.bitReceiver(continues, begins, ownBegins, first, header)
	s.reception.clipped = s.reception.clipped || clipped
	if carrier := own || foreign; carrier != s.carrierSense {
		s.carrierSense = carrier
		kind := medium.CarrierOff
		if carrier {
			kind = medium.CarrierOn
		} else {
			s.silentSince, s.wasBusy = s.m.now, true
		}
		s.write(medium.Event{Kind: kind})
	}
}

// hears reads the paths to the tap, and reports whether anything else is there than before.
func (s *station) hears() (changed bool) {
	for path, before := range s.raw {
		if n := s.m.arrives(int(s.number), path); n != before {
			s.raw[path] = n
			changed = true
		}
	}
	return changed
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
		r.soon = s.n.rxGap > 0 && (s.carrierSense || s.wasBusy && s.m.now-s.silentSince < s.n.rxGap)
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
	whole := r.signals == 1 && first.whole && !r.clipped
	if whole && s.m.harmed(r.first) {
		s.receiveWrong(&first)
		return
	}
	bits := int(max(0, s.m.now-r.start-r.header) / first.bit)
	octets, excessBits := bits/8, bits%8

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
	case r.soon:
		why = medium.ShortGap
	}
	if !r.own && !(s.off && r.goesOn) && why != medium.ShortGap {
		s.layerMgmtReceiveCounters(why, octets, excessBits, first.frame.Destination)
		if why == medium.NoReason && isPause(first.frame) {
			s.receivePause(first.frame)
		}
	}
	s.write(medium.Event{Kind: medium.RxEnd, From: first.frame.Source, Frame: first.named(),
		OK: why == medium.NoReason, Octets: int32(octets), Why: why})
}

// receiveWrong is the same for a frame that bit errors damage.
func (s *station) receiveWrong(f *signal) {
	bits := f.found(int((s.m.now - s.reception.start) / f.bit))
	octets, excessBits := bits/8, bits%8
	why, count := medium.BitError, medium.Damaged
	switch {
	case octets < s.n.MinFrame:
		why, count = medium.Fragment, medium.Fragment
	case octets > s.n.MaxFrame:
		why, count = medium.TooLong, medium.TooLong
	}
	s.layerMgmtReceiveCounters(count, octets, excessBits, f.frame.Destination)
	s.write(medium.Event{Kind: medium.RxEnd, From: f.frame.Source, Frame: f.named(), Octets: int32(octets), Why: why})
}

// delimited returns after which bit a receiver takes the start frame delimiter to end, or -1 if it finds
// none, and whether the frame is damaged. The receiver looks for the delimiter among the last eight bits
// (4.2.9). The model has no data bits, in which one could be found later.
func (f *signal) delimited() (header int, damaged bool) {
	if f.header < 8*f.bit {
		return int(f.header / f.bit), true // there is no delimiter to look for
	}
	sent := make([]int, f.header/f.bit)
	for k := range sent { // ... 10101011
		sent[k] = (len(sent) - 1 - k) % 2
	}
	sent[len(sent)-1] = 1
	for _, k := range f.wrong {
		if k < len(sent) {
			sent[k] = 1 - sent[k]
		} else {
			damaged = true
		}
	}
	for k := 8; k <= len(sent); k++ {
		if [8]int(sent[k-8:k]) == [8]int{1, 0, 1, 0, 1, 0, 1, 1} {
			return k, damaged || k < len(sent)
		}
	}
	return -1, true
}

// found returns how many bits of a reception a receiver takes for those of the frame.
func (f *signal) found(bits int) int {
	header, _ := f.delimited()
	if header < 0 {
		return 0
	}
	return bits - header
}

// harmed reports whether a signal has a bit error that matters.
func (m *model) harmed(n signalNumber) bool {
	f := &m.signals[n]
	if len(f.wrong) == 0 {
		return false
	}
	_, damaged := f.delimited()
	return damaged
}
