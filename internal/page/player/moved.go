package player

import (
	"slices"
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/phy"
)

// moved returns the scenario as it is after a change of a place, for its windows alone. Its text is not written and
// read again, which takes longer than the run itself: a hand that drags asks for many pictures a second. It returns
// nil if the change can only be made in the text.
func (p *Player) moved(e Edit) *Player {
	s := *p.Scenario
	if !s.Cable() || s.Config.Shape.IsStar() || len(s.Config.Timeline) > 0 { // places stand in a timeline as well
		return nil
	}
	number, isBits := strings.CutSuffix(e.Value, "bt")
	bits, err := strconv.ParseUint(number, 10, 32)
	if err != nil || !isBits {
		return nil
	}
	place := phy.Time(bits) * p.net.BitTime()
	s.Config.Stations = slices.Clone(s.Config.Stations)
	switch {
	case e.What == "move" && e.Station >= 0 && e.Station < len(s.Config.Stations) && place <= s.Length:
		s.Config.Stations[e.Station].At = place
	case e.What == "end":
		for i := range s.Config.Stations {
			if s.Config.Stations[i].At > place {
				return nil
			}
		}
		s.Length = place
	default:
		return nil
	}
	q := &Player{Scenario: &s, most: mostAhead, mute: true}
	if q.open() != nil {
		return nil
	}
	return q
}
