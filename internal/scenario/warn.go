package scenario

import (
	"cmp"
	"net/netip"

	"github.com/csmacd/csmacd/internal/attach"
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/phy"
)

// warnMedium warns of what IEEE 802.3 does not allow for the medium as a whole. Numbers that
// are overridden are so on purpose, and cause no warning.
func (r *reader) warnMedium(root *document.Node) {
	if len(r.Problems.List) > 0 {
		return
	}
	at := cmp.Or(root.Get("medium"), root.Get("stations"))
	if r.cable.star && r.placed != nil {
		r.Warn(r.placed, "%s", noPlaces)
	}
	if !r.warnSlot(at) && !r.cable.star {
		r.warnSegment(at)
	}
	line := r.line()
	if most := line.SegmentStations; !r.cable.star && most > 0 && r.Total > most {
		r.Warn(root.Get("stations"), "%d stations are more than the %d of a %s segment (%s)", r.Total, most, line.Name, line.Source)
	}
}

// noPlaces is said of a place in a star.
const noPlaces = "places have no effect in a star: any two stations are its delay apart"

// warnSlot warns of stations that are farther apart than the standard allows, and says what can
// happen then. The limit is phy.OneWayLimit at the slot time of the line.
func (r *reader) warnSlot(at *document.Node) bool {
	span := r.span()
	p := &r.rules.Params
	limit := (p.SlotTime - (512-2*phy.OneWayLimit)*p.BitTime) / 2
	if span <= limit {
		return false
	}
	effect := "here every collision is still detected within the slot time"
	if 2*span > p.SlotTime {
		effect = "collisions may be late"
	}
	if shortest := p.Header + phy.Time(8*p.MinFrame)*p.BitTime; 2*span >= shortest {
		effect += ", and short frames lost unseen"
	}
	r.Warn(at, "stations are up to %s bit times apart, more than the %s that a slot time of %s allows one way (4.2.3.2.3): %s",
		phy.Decimal(span, p.BitTime), phy.Decimal(max(0, limit), p.BitTime), phy.Decimal(p.SlotTime, p.BitTime), effect)
	return true
}

// span returns the longest delay between two stations.
func (r *reader) span() phy.Time {
	if r.cable.star {
		if r.Total < 2 {
			return 0
		}
		return r.cable.delay
	}
	least, most := phy.Forever, phy.Time(0)
	for _, g := range r.groups {
		first, last := r.cable.ends(g)
		least, most = min(least, first), max(most, last)
	}
	return most - least
}

// warnSegment warns of a cable that is longer than the line's segment.
func (r *reader) warnSegment(at *document.Node) {
	r.warnLength(at, r.cable.length, r.cable.velocity, r.line())
}

func (r *reader) warnLength(at *document.Node, length phy.Time, velocity float64, line *phy.Line) {
	if most := phy.Delay(line.SegmentLength, velocity); length > most {
		r.Warn(at, "a cable of %s is longer than a %s segment, %gm or %s (%s)", length, line.Name, line.SegmentLength, most, line.Source)
	}
}

// warnAttached warns of hosts whose frames to each other never reach the cable: the kernel
// itself delivers what one namespace sends to one of its own addresses. A router has several
// interfaces in a namespace, in different networks.
func (r *reader) warnAttached() {
	type place struct {
		netns   string
		network netip.Prefix
	}
	first := map[place]int{} // station
	for _, a := range r.scenario.Attached {
		for _, address := range a.Addresses {
			in := place{a.Netns, address.Masked()}
			other, shared := first[in]
			if a.Kind != attach.TAP || shared && other == a.Station {
				continue
			}
			if !shared {
				first[in] = a.Station
				continue
			}
			g := r.groupOf(a.Station)
			where := "the same namespace"
			if a.Netns != "" {
				where += ", " + a.Netns
			}
			r.Warn(g.attach.Node, "%s and %s are in %s, so what they send each other never reaches the cable: give each its own netns",
				r.groupOf(other).nameOf(other), g.nameOf(a.Station), where)
			return
		}
	}
}

// nameOf returns the name of a station of the group by its number.
func (g *group) nameOf(station int) string { return g.StationName(station - g.First) }

// attached reports whether any station is attached, or is meant to be.
func (r *reader) attached() bool {
	for _, g := range r.groups {
		if g.Node.Get("attach") != nil {
			return true
		}
	}
	return false
}
