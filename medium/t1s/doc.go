// Package t1s simulates a multidrop bus of 10BASE-T1S (IEEE 802.3 clause 147) whose nodes take turns
// by PLCA (clause 148), or whose PHYs have latencies. Nodes with PLCA and plain CSMA/CD nodes can share
// the bus.
package t1s
