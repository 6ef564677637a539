// Package host makes what a live run needs on the machine for its real stations, and removes it
// again: network namespaces, TAP devices in them, their addresses.
//
// A host is a network namespace with a TAP device in it, whose other end is a station of the
// emulated medium. [Begin] opens a [Run], [Run.Up] sets up one host, and [Run.Close] removes
// everything in reverse order.
//
// # What is whose
//
// A namespace, TAP device, address or route that exists already belongs to the user. A run may
// use it and never removes it. It enters an existing namespace under /run/netns as it is. It
// attaches to an existing TAP device as it is, except that it adds the addresses that it is
// told to add and brings the device up; the end of the run undoes both.
//
// A run records each thing before it makes it, in the run directory: $CSMACD_RUN_DIR, else
// /run/csmacd for root, else $XDG_RUNTIME_DIR/csmacd, else /tmp/csmacd-UID. So a run that was
// killed leaves nothing unknown behind: [Down], and the next [Begin], undo its record. A
// process is identified by its number and the time it began, a namespace by its inode and
// cookie, a device by its alias, so that nothing is removed that merely has the same name. The
// directory /run/netns itself stays, as with ip netns.
//
// # Privileges
//
// [BeginHelped] begins a run in a helper process, which keeps the capabilities and passes open files
// to this one, which has no capability after [DropAllPrivileges].
//
// # Without root
//
// [Rootless] puts a user's process into namespaces of its own, in which it is root. Everything
// else works as if it were root.
package host
