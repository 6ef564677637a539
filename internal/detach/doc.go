// Package detach starts a run that goes on when its starter has ended, and tells when a run is ready.
//
// [Start] starts this program again, in a session of its own. The child has the terminal of its
// starter until it is ready, so that an error before that is seen as usual. Then it says so to its
// starter, which ends, and what it writes goes to a log from then on.
//
// [Ready] also tells systemd, by the protocol of sd_notify, if systemd has started the program.
package detach
