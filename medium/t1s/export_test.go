package t1s

// Machines makes a network run by its machines alone, before its first Run.
func (n *Network) Machines() { n.stepped, n.quick.able = true, false }

// Quick reports whether a network is in step, so that its machines are left alone.
func (n *Network) Quick() bool { return n.quick.on }

// Passes returns how often a network has passed over silent turns, and over silent cycles.
func (n *Network) Passes() (turns, cycles int) { return n.silence.passes, n.silence.jumps }
