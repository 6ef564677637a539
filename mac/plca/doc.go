// Package plca holds the rules of the reconciliation sublayer of 10BASE-T1S with PLCA (IEEE 802.3-2022
// clause 148) as pure functions on instants and small values, in the style of package mac. Nodes of a
// bus take turns: node 0, the coordinator, sends a beacon, and then each node in the order of its ID
// may send. The MAC above stays that of clause 4. It is told a carrier and a collision that make it
// wait for the turn.
//
// [Params] are the parameters of a node, with the meaning of ethtool's node-id, node-cnt, to-tmr,
// burst-cnt and burst-tmr.
package plca
