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
	Frame    phy.Time // that a frame takes; a slot of the slotted channel
	Feedback phy.Time // from a frame's end until what became of it is known
	Groups   []Group

	// Limit ends the run as soon as the backlog is more: where it is Lam's n_c, that is
	// the first exit time. 0 is no limit; where users are no end it is [MostBacklog], and the
	// run ends too when the channel is lost: when [Vain] transmissions end one after the
	// other and no frame gets through or is given up.
	Limit int

	Seed    uint64
	BitTime phy.Time // 0: that of [phy.Ethernet10]
	Warmup  phy.Time
	Until   medium.Until
	Draws   backoff.Draws // in place of all streams; nil: the streams
}

// MostBacklog bounds the backlog of no end of users: a channel that has so many is not
// coming back.
const MostBacklog = 100_000

// Vain is the number of transmissions in vain after which a channel of no end of users is lost.
// A slot of G transmissions is a success with a probability of about G*exp(-G), so that G is more than 13 there;
// the backlog only grows then, and each slot takes longer to compute than the one before.
const Vain = 1_000_000

// Group is users that are alike. One of the two must be given that say how often they
// make frames.
type Group struct {
	medium.Group

	// S is the probability that an idle user makes a frame in a slot, at its beginning; on
	// the pure channel, that it does within a frame's time, at an instant that is
	// exponential. 1 is a user that always has a frame.
	S float64

	// Every is the mean time, exponential, until an idle user makes a frame, at any
	// instant. Where users are no end, it is the mean time between two frames of all.
	Every phy.Time

	Endless bool // its one name stands for no end of users
}

func (c *Config) check() error {
	switch {
	case c.Frame <= 0 || c.Frame > phy.MaxTime:
		return errors.New("a frame takes a time of more than 0, up to 30 days")
	case c.Feedback < 0 || c.Feedback > phy.MaxTime:
		return errors.New("the feedback takes 0 to 30 days")
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
		return errors.New("one of the two is wanted: the probability of a frame, or the mean time until one")
	case !(g.S >= 0 && g.S <= 1):
		return fmt.Errorf("%v is no probability of a frame: write more than 0, up to 1", g.S)
	case g.Endless && (g.Every == 0 || len(g.Names) != 1):
		return errors.New("no end of users has one name, and a mean time between frames")
	}
	return nil
}

// mean returns the time that an exponential wait for a frame takes in the mean.
func (c *Config) mean(g *Group) phy.Time {
	if g.Every > 0 {
		return min(g.Every, phy.Forever)
	}
	rate := -backoff.Log(1 - g.S) // infinite for 1: at once
	if g.S < 1e-8 {
		rate = g.S // to within a rounding
	}
	return phy.Time(min(math.Round(float64(c.Frame)/rate), float64(phy.Forever)))
}
