package mac

import (
	"errors"

	"github.com/csmacd/csmacd/phy"
)

// Params are a station's rules, as lengths of time. [For] fills them in from a
// line; an experiment changes what it is about.
type Params struct {
	BitTime         phy.Time
	Header          phy.Time // preamble and start frame delimiter
	Jam             phy.Time
	Gap             phy.Time // interpacket gap, both parts
	GapPart1        phy.Time
	SlotTime        phy.Time // backoff's unit and the limit of a collision that is not late
	LateWindow      phy.Time // where not 0, that limit; Forever: no collision is late
	BackoffDelay    phy.Time // added to every backoff, one of no slots included (a jam that is only timed)
	MaxDefer        phy.Time // a longer wait of one attempt is an excessive deferral
	AttemptLimit    int
	BackoffLimit    int
	MinFrame        int // octets; shorter is a fragment
	MaxFrame        int // octets; longer is too long
	LateDiscard     bool
	GapAfterBackoff bool     // a whole gap, nowhere blind, after each backoff (INET, textbooks)
	BlindAfter      bool     // with GapAfterBackoff: that gap is blind once it has begun
	GapLead         phy.Time // with GapAfterBackoff: how much shorter that gap is where it begins as the backoff ends, and not as carrier falls
	NoBlindStart    bool     // carrier on at the end of a gap defers, and does not only collide (blind_start: off)
	CutHeader       bool     // a collision in the preamble stops it at once (complete_header: off)
	NoCarrierSense  bool     // never defers (ALOHA)
	NoCollision     bool     // never detects a collision
	NonPersistent   bool     // draws a backoff where it finds the medium busy, rather than wait for its end

	// Persist, where not 0, is the probability with which a station that may start
	// does, in units of 2^-64; else it waits a PersistSlot and looks again.
	Persist     uint64
	PersistSlot phy.Time

	Align phy.Time // where not 0, starts fall on its multiples only (slotted)
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

// Duration returns the length of a whole transmission of a frame of n octets, header
// included.
func (p *Params) Duration(n int) phy.Time { return p.Header + phy.Time(8*n)*p.BitTime }

// Check says what is impossible about the rules.
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
		return errors.New("the window of collisions that are not late, and what is added to a backoff, must not be negative")
	case p.LateWindow > phy.MaxTime && p.LateWindow != phy.Forever:
		return errors.New("the window of collisions that are not late is more than 30 days, and not for ever")
	case p.BlindAfter && !p.GapAfterBackoff:
		return errors.New("a gap after backoff that is blind must be one: set it too")
	case p.GapLead < 0 || p.GapLead > 0 && (!p.GapAfterBackoff || p.BlindAfter):
		return errors.New("a gap after backoff that is shorter must be one, and not blind")
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
	case p.Align < 0:
		return errors.New("the grid of starts must not be negative")
	case max(p.Header, p.Jam, p.Gap, p.SlotTime, p.BackoffDelay, p.GapLead, p.MaxDefer, p.PersistSlot, p.Align) > phy.MaxTime:
		return errors.New("a length of time is more than 30 days")
	case p.Header+p.Jam+p.Gap > phy.MaxTime/2: // so that an instant, these and a delay add up without overflow
		return errors.New("header, jam and gap together are more than 15 days")
	}
	return nil
}
