package medium

// Until ends a run as soon as one of its conditions holds; a 0 is no condition.
// What counts is what happened since the warm-up. Frames sent or delivered end a run once all
// transmissions that end at that instant have ended: what would start then does not. Collisions
// end it once the whole instant has happened.
type Until struct {
	FramesSent      uint64
	FramesDelivered uint64
	Collisions      uint64
	Idle            bool // nothing queued or under way, and no traffic to come
}

// Reached reports whether one of the conditions that are counts holds.
func (u *Until) Reached(sent, delivered, collisions uint64) bool {
	return u.FramesSent > 0 && sent >= u.FramesSent ||
		u.FramesDelivered > 0 && delivered >= u.FramesDelivered ||
		u.Collisions > 0 && collisions >= u.Collisions
}
