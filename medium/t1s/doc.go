// Package t1s simulates a multidrop bus of 10BASE-T1S (IEEE 802.3 clause 147) whose nodes take turns
// by PLCA (clause 148), or whose PHYs have latencies. Nodes with PLCA and plain CSMA/CD nodes can share
// the bus.
//
// A [Config] lists the stations, as for package bus, with the parameters of PLCA and the [Latency] of
// each PHY. [New] makes a [Network], which runs, takes frames and shows its figures like that of package
// bus; [github.com/csmacd/csmacd/medium.PLCABus] and PLCANode are additional. The MAC is that of clause 4, unchanged.
// The state diagrams of package plca tell it a carrier and a collision.
//
// # What is on the line
//
// A frame of L octets is on the line for 64 + 8 L + 8 bit times. COMMIT that no frame follows ends 8 bit
// times after its order. A signal that ends in silence is longer by [Latency].Tail. CRS is on from CRSOn after
// the line becomes busy to CRSOff after it is silent. RX_DV is on from RxOn after the start of a
// frame to RxOff after its end, and a decoded BEACON or COMMIT from 8 bits before RxOn. COL is on while the
// node sends and two or more signals are on the line at its place, COLOn and COLOff later.
//
// Signals that touch leave a fall of carrier of no length between them, upon which PLCA acts: without
// latencies a turn begins in the instant in which the one before ends. A MAC does not see such a
// fall.
//
// # Cost
//
// While all nodes have PLCA with IDs of their own and equal PHYs, and are in step, the cost of a run grows with its
// frames alone: the machines of no node run, and silent turns and beacons are arithmetic. Nodes are in step if the
// turns are long enough for the cable and the PHYs, as they are on 25 m with the usual latencies and the default
// of 32 bit times.
//
// After anything unusual, with unequal PHYs, or while somebody watches more than frames and attempts,
// the machines of all nodes run while there is something on the line. Silent turns are arithmetic then too, and so
// are whole cycles that nobody uses, unless an observer wants the events medium.Turn of all turns, or
// medium.Beacon, nodes choose their IDs, or, for cycles, a node is not in step.
package t1s
