// Package clause4 is a literal, slow model of the half-duplex MAC of IEEE 802.3 clause 4. It exists
// for tests only: the fast engine is compared with it. It shares no code with that engine, only the
// numbers of [mac.Params] and the format of [medium.Event].
//
// It is meant to be read beside the procedural model of 4.2.8. The variables of a station have the
// standard's names (deferring, frameWaiting as a state, transmitting, transmitSucceeding,
// newCollision, currentTransmitBit, ...), and each process is in a file of its own:
//
//	deference.go  Deference (4.2.8, 4.2.3.2.1, 4.2.3.2.2)
//	link.go       TransmitLinkMgmt, StartTransmit, BackOff (4.2.8, 4.2.3.2.5)
//	bits.go       BitTransmitter, PhysicalSignalEncap, NextBit, WatchForCollision, StartJam (4.2.8, 4.2.3.2.4)
//	cable.go      the cable: a delay line for each transmitter
//	reception.go  BitReceiver, ReceiveDataDecap (4.2.9)
//	counters.go   LayerMgmtTransmitCounters, LayerMgmtReceiveCounters (4.2.8, 4.2.9)
//
// A network may have several segments, joined by repeaters, and full-duplex ends of links. A
// repeater has the states of clause 9, with the differences of clause 27 at 100 Mb/s:
//
//	domain.go     segments, and what is plugged into them
//	repeater.go   the repeater state diagram (9.6.6.2, Figure 9-2), MAU jabber lockup protection (9.6.5)
//	port.go       a repeater's port: its tap and its output
//	pause.go      PAUSE frames (annex 31B)
//	partition.go  the partition state machine (Figure 9-6), jabber at 100 Mb/s (27.3.2.1.4)
//	carrier_integrity.go  false carriers at 100 Mb/s (27.3.2.1.1)
//
// Time moves in steps, a fixed fraction of a bit. Every place, start, delay and length is a whole
// number of steps, so that everything happens at an instant that the model visits. What a station
// sends at an instant is on its cable from then to the next instant. The Pascal's processes run
// concurrently, and their order at one instant is open. Here every instant is processed in five
// phases, each for all stations before the next (see model.instant), so that nothing depends on the
// order of the stations.
package clause4
