// Package clause148 is a literal, slow model of 10BASE-T1S with PLCA (IEEE 802.3-2022 clauses 147 and
// 148, drafts 2.0 to 3.0 of 802.3da). It exists for tests only: the engine of package medium/t1s is
// compared with it. It shares no code with that engine or with package mac/plca, only the numbers of
// their parameters and the format of [medium.Event].
//
// It is meant to be read beside the state diagrams. Each is a table: the actions of a state, and its
// exits. Variables have the names of the standard.
//
//	control.go    PLCA control (Figure 148-3)
//	data.go       PLCA data (Figure 148-5)
//	status.go     PLCA status (Figure 148-7)
//	assign.go     D-PLCA assignment (Figure 148-8 of the drafts)
//	aging.go      D-PLCA aging (Figure 148-9 of the drafts)
//	timer.go      the timers of 148.4
//	mii.go        the transmit clock, TXD and TX_EN, what the PHY makes of them on the line (147.3.2)
//	tap.go        what arrives at a node, and what its PHY tells of it: CRS, COL, RX_DV (147.3.3, 147.3.5)
//	reception.go  what the MAC receives (4.2.9)
//	change.go     what changes while it runs
//
// The MAC is that of package clause4. The reconciliation sublayer tells it CARRIER and SIGERR.
//
// Time is in picoseconds. The model visits every instant at which something may happen, and works it
// off in the phases of clause4, with the state diagrams between phase 3 (MACs start) and phase 4 (MACs
// see carrier). What is on the line is a list of elements, and what a PHY tells at an instant follows
// from that list by the definition of the signal, afresh at each instant.
package clause148
