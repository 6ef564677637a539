package mac

import (
	"errors"

	"github.com/csmacd/csmacd/phy"
)

// Params are the rules of a station. [For] returns those of a line; an experiment changes the
// fields that it studies. Durations are in picoseconds.
type Params struct {
	BitTime         phy.Time
	Header          phy.Time // preamble and start frame delimiter
	Jam             phy.Time
	Gap             phy.Time // interpacket gap, both parts
	GapPart1        phy.Time
	SlotTime        phy.Time // unit of backoff, and the limit up to which a collision is not late
	LateWindow      phy.Time // if not 0, that limit in place of SlotTime; Forever: no collision is late
	BackoffDelay    phy.Time // added to every backoff, one of 0 slots included
	MaxDefer        phy.Time // an attempt that waits longer is an excessive deferral
	AttemptLimit    int
	BackoffLimit    int
	MinFrame        int // octets; a shorter frame is a fragment
	MaxFrame        int // octets; a longer frame is too long
	LateDiscard     bool
	GapAfterBackoff bool     // a whole gap, in which all carrier counts, follows each backoff (INET, textbooks)
	BlindAfter      bool     // with GapAfterBackoff: that gap ignores carrier once it has begun, and begins only while there is none
	GapLead         phy.Time // with GapAfterBackoff: how much shorter that gap is if it begins at the end of the backoff, not at a fall of carrier
	NoBlindStart    bool     // carrier at the end of a gap makes the station defer; otherwise it starts and collides (blind_start: off)
	CutHeader       bool     // a collision in the preamble ends it at once (complete_header: off)
	NoCarrierSense  bool     // never defers (ALOHA)
	NoCollision     bool     // never detects a collision
	RxGap           phy.Time // a receiver loses a frame that follows the fall of carrier by less; package domain
	NonPersistent   bool     // a station that finds the medium busy draws a backoff instead of waiting for the end of the carrier

	// Persist, if not 0, is the probability with which a station that may start does start, in
	// units of 2^-64. Otherwise it waits for a PersistSlot and looks again.
	Persist     uint64
	PersistSlot phy.Time

	Align phy.Time // if not 0, transmissions start at multiples of it only (slotted)
}

// For returns the rules of a line.
func For(l phy.Line) Params {
	return Params{
		BitTime:      l.BitTime,
		Header:       l.Bits(l.HeaderSize),
		Jam:          l.Bits(l.JamSize),
		Gap:          l.Bits(l.InterPacketGap),
		GapPart1:     l.Bits(l.IPGPart1),
		SlotTime:     l.Bits(l.SlotTime),
		MaxDefer:     l.Bits(l.MaxDefer),
		AttemptLimit: l.AttemptLimit,
		BackoffLimit: l.BackoffLimit,
		MinFrame:     l.MinFrame,
		MaxFrame:     l.MaxFrame,
		LateDiscard:  l.DiscardLate,
	}
}

// Duration returns the duration of the whole transmission of a frame of n octets, header included.
func (p *Params) Duration(n int) phy.Time { return p.Header + phy.Time(8*n)*p.BitTime }

// Check returns an error that says what is impossible about the rules, or nil.
func (p *Params) Check() error {
	switch {
	case p.BitTime <= 0 || p.BitTime > phy.Second:
		return errors.New("the bit time must be more than 0, and at most a second")
	case p.Header < 0 || p.Header%p.BitTime != 0:
		return errors.New("the header must be a whole number of bit times")
	case p.Jam < p.BitTime || p.Jam%p.BitTime != 0:
		return errors.New("the jam must be a whole number of bit times, at least one")
	case p.Gap < 0 || p.GapPart1 < 0 || p.GapPart1 > p.Gap:
		return errors.New("the gap must not be negative, and its part 1 no longer than the whole")
	case p.SlotTime <= 0:
		return errors.New("the slot time must be more than 0")
	case p.LateWindow < 0 || p.BackoffDelay < 0:
		return errors.New("the window of collisions that are not late, and the delay added to a backoff, must not be negative")
	case p.LateWindow > phy.MaxTime && p.LateWindow != phy.Forever:
		return errors.New("the window of collisions that are not late is more than 30 days, and not Forever")
	case p.BlindAfter && !p.GapAfterBackoff:
		return errors.New("BlindAfter needs GapAfterBackoff: set it too")
	case p.GapLead < 0 || p.GapLead > 0 && (!p.GapAfterBackoff || p.BlindAfter):
		return errors.New("GapLead must not be negative, and needs GapAfterBackoff without BlindAfter")
	case p.MaxDefer < 0:
		return errors.New("the longest deferral must not be negative")
	case p.AttemptLimit < 1 || p.AttemptLimit > 255:
		return errors.New("the attempt limit must be 1 to 255")
	case p.BackoffLimit < 0 || p.BackoffLimit > 30:
		return errors.New("the backoff limit must be 0 to 30")
	case p.MinFrame < 18 || p.MaxFrame < p.MinFrame || p.MaxFrame > 65535:
		return errors.New("frames must be at least 18 octets, at most 65535, and the least not above the greatest")
	case p.Persist != 0 && p.PersistSlot <= 0:
		return errors.New("the slot of a persistence must be more than 0")
	case p.RxGap < 0:
		return errors.New("the gap that a receiver needs must not be negative")
	case p.Align < 0:
		return errors.New("the grid of starts must not be negative")
	case max(p.Header, p.Jam, p.Gap, p.SlotTime, p.BackoffDelay, p.GapLead, p.MaxDefer, p.PersistSlot, p.Align, p.RxGap) > phy.MaxTime:
		return errors.New("a length of time is more than 30 days")
	case p.Header+p.Jam+p.Gap > phy.MaxTime/2: // so that an instant, these and a delay add up without overflow
		return errors.New("header, jam and gap together are more than 15 days")
	}
	return nil
}
