package aloha

import (
	"errors"
	"fmt"
	"math"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Config describes a channel and its users.
type Config struct {
	Slotted  bool
	Frame    phy.Time // the duration of a frame, and of a slot of the slotted channel
	Feedback phy.Time // the time from a frame's end until its outcome is known
	Groups   []Group

	// Limit ends the run as soon as the backlog exceeds it. If it is Lam's n_c, the time of that is
	// the first exit time. 0 means that there is no limit. With an unlimited number of users, the limit is at most
	// [MostBacklog], and the run also ends when the channel is lost: after [Vain] transmissions in
	// a row in which no frame is received or given up.
	Limit int

	Seed    uint64
	BitTime phy.Time // 0: that of [phy.Ethernet10]
	Warmup  phy.Time
	Until   medium.Until
	Draws   backoff.Draws // replace all streams; nil: the streams
}

// MostBacklog is the maximum backlog of an unlimited number of users: a channel with that backlog
// does not recover.
const MostBacklog = 100_000

// Vain is the number of failed transmissions in a row after which a channel with an unlimited
// number of users is lost. A slot of G transmissions succeeds with a probability of about
// G*exp(-G), so that G is then more than 13. From there on the backlog only grows, and each slot
// takes longer to compute than the one before.
const Vain = 1_000_000

// Group describes users that are alike. Exactly one of S and Every must be set.
type Group struct {
	medium.Group

	// S is the probability that an idle user makes a frame in a slot, at the beginning of the slot.
	// On the pure channel it is the probability that the user makes a frame within a frame's time,
	// after an exponential wait. If S is 1, the user always has a frame.
	S float64

	// Every is the mean of the exponential time until an idle user makes a frame, at any instant.
	// With Endless it is the mean time between two frames of all users.
	Every phy.Time

	Endless bool // the group's one name stands for an unlimited number of users
}

func (c *Config) check() error {
	switch {
	case c.Frame <= 0 || c.Frame > phy.MaxTime:
		return errors.New("the time of a frame must be more than 0, and at most 30 days")
	case c.Feedback < 0 || c.Feedback > phy.MaxTime:
		return errors.New("the feedback time must be 0 to 30 days")
	case c.Limit < 0:
		return errors.New("the limit of the backlog is negative")
	}
	for i := range c.Groups {
		if err := c.Groups[i].check(); err != nil {
			return fmt.Errorf("group %q: %w", c.Groups[i].Name, err)
		}
	}
	return nil
}

func (g *Group) check() error {
	switch {
	case g.Every < 0 || g.Every > phy.MaxTime:
		return errors.New("the mean time until a frame is negative, or more than 30 days")
	case g.S == 0 && g.Every <= 0, g.S != 0 && g.Every != 0:
		return errors.New("exactly one of the probability of a frame and the mean time until a frame must be set")
	case !(g.S >= 0 && g.S <= 1):
		return fmt.Errorf("%v is not a probability of a frame: write more than 0, up to 1", g.S)
	case g.Endless && (g.Every == 0 || len(g.Names) != 1):
		return errors.New("an unlimited number of users needs exactly one name, and a mean time between frames")
	}
	return nil
}

// mean returns the mean of the exponential wait for a frame.
func (c *Config) mean(g *Group) phy.Time {
	if g.Every > 0 {
		return min(g.Every, phy.Forever)
	}
	rate := -backoff.Log(1 - g.S) // infinite for 1: the frame comes at once
	if g.S < 1e-8 {
		rate = g.S // equal, to within rounding
	}
	return phy.Time(min(math.Round(float64(c.Frame)/rate), float64(phy.Forever)))
}
