// Package turns calculates how PLCA (IEEE 802.3 clause 148) shares a 10BASE-T1S bus among its nodes: the
// length of a cycle, the longest wait for the own turn, the throughput if all nodes always have frames,
// and the shortest to_timer that the cable allows. Beside each value stands what a run measures.
//
// All formulas are in bit times of 100 ns, for ideal PHYs:
//
//	beacon          20
//	silent turn     to_timer, 32
//	frame           64 + 8 L + 8: preamble and SFD, L octets from DA to FCS, end of stream
//	used turn       8 + (b+1) (96 + 64 + 8 L), with b more frames in a burst
//	empty cycle     20 + n to_timer
//	full cycle      20 + the used turns of all nodes, and the silent ones; the longest, if PHYs have a clock
//
// The 96 bits before each frame are COMMIT. In a busy cycle every MAC has met a logical collision
// before its turn. Its reconciliation sublayer takes carrier away when the turn begins, and the MAC
// then waits for its gap. The gap counts from the fall of TX_EN, 8 bits before the line is silent;
// within a burst these 8 bits are part of the 96. The MAC of a node that talks alone meets no turn: its
// frame is held until its turn, and follows no COMMIT.
//
// # Why one busy cycle is not the bound
//
// A frame that arrives while the node just before sends has to wait for that frame, like on any
// half-duplex line. Its own turn begins right behind that frame, but its MAC waits for the gap, so that
// nothing is pending and the turn is yielded. There is no way back. The frame then waits for the turns
// of all others, and is sent a whole cycle later.
package turns
