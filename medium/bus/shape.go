package bus

import "github.com/csmacd/csmacd/phy"

// Shape defines the distances between the stations of a medium. The zero value is a cable, on which
// the distance of two stations is that of their places ([Station.At]).
type Shape struct {
	star  bool
	delay phy.Time
}

// Star returns the shape in which the delay between any two stations is the same, such as a
// repeater with links of one length. Places are ignored. The delay must be 0 to 30 days.
func Star(delay phy.Time) Shape { return Shape{star: true, delay: delay} }

// IsStar reports whether the shape is a star.
func (s Shape) IsStar() bool { return s.star }

// Delay returns the delay between any two stations of a star, and 0 for a cable.
func (s Shape) Delay() phy.Time { return s.delay }
