package medium

// Until ends a run as soon as one of its conditions holds; a condition of 0 is not applied. Counts
// begin after the warm-up. FramesSent and FramesDelivered end a run after all transmissions that
// end at that instant; what would start then does not start. Collisions ends it after the whole
// instant.
type Until struct {
	FramesSent      uint64
	FramesDelivered uint64
	Collisions      uint64
	Idle            bool // nothing is queued or being sent, and no traffic is to come
}

// Reached reports whether one of the conditions on counts holds.
func (u *Until) Reached(sent, delivered, collisions uint64) bool {
	return u.FramesSent > 0 && sent >= u.FramesSent ||
		u.FramesDelivered > 0 && delivered >= u.FramesDelivered ||
		u.Collisions > 0 && collisions >= u.Collisions
}
