// Package host is what a live run makes on the machine for its real stations, and
// takes away again: network namespaces, TAP devices in them, their addresses.
//
// A host is a network namespace with a TAP device in it, whose other end is a station
// of the emulated medium. [Begin] opens a [Run], [Run.Up] sets up one host,
// [Run.Close] takes away everything in reverse order.
//
// # What is whose
//
// A namespace, TAP device, address or route that is there already is the user's. It may
// be used, and is never taken away: a namespace under /run/netns that exists is entered
// as it is, a TAP device that exists is attached to as it is, but for the addresses that
// it is told to have and for being brought up, which is undone in the end.
//
// What a run makes is written down before it is made, in a record in the run directory:
// $CSMACD_RUN_DIR, else /run/csmacd for root, else $XDG_RUNTIME_DIR/csmacd, else
// /tmp/csmacd-UID. So a run that was killed leaves nothing unknown behind: [Down], and
// the next [Begin], undo its record. A process is known by its number and the time it
// began, a namespace by its inode and cookie, a device by its alias, so that nothing is
// taken away that only bears the same name. The directory /run/netns itself stays, as
// with ip netns.
//
// # Without root
//
// [Rootless] gives a user's process namespaces of its own, in which it is root, and all
// the rest works as if it were.
package host
