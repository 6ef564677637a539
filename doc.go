// Package csmacd is the root of a CSMA/CD Ethernet MAC emulator; it holds no code.
// Its rooms, in the order of a frame's way:
//
//   - [github.com/csmacd/csmacd/phy]: time, lines, frame sizes
//   - [github.com/csmacd/csmacd/mac/backoff] and [github.com/csmacd/csmacd/mac/traffic]: when to
//     try again, what to send
//   - [github.com/csmacd/csmacd/mac]: one station's rules
//   - [github.com/csmacd/csmacd/medium] and [github.com/csmacd/csmacd/medium/bus]: the medium
//   - [github.com/csmacd/csmacd/tap]: real stations
//
// Begin with the example of medium/bus, or with the command: cmd/csmacd.
package csmacd
