package t1s

// Machines makes a network run by its machines alone, before its first Run.
func (n *Network) Machines() { n.quick.able = false }

// Quick reports whether a network is in step, so that its machines are left alone.
func (n *Network) Quick() bool { return n.quick.on }
