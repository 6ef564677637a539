package bus

import "github.com/csmacd/csmacd/phy"

// Shape says how far the stations of a medium are from each other. The zero value is a cable, on
// which two stations are as far apart as their places ([Station.At]).
type Shape struct {
	star  bool
	delay phy.Time
}

// Star returns the shape in which every two stations are the same delay apart, such as a repeater
// with links of one length. Places do not matter. The delay is 0 to 30 days.
func Star(delay phy.Time) Shape { return Shape{star: true, delay: delay} }

// IsStar reports whether the shape is a star.
func (s Shape) IsStar() bool { return s.star }

// Delay returns the delay between any two stations of a star, and 0 for a cable.
func (s Shape) Delay() phy.Time { return s.delay }
