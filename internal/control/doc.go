// Package control is the control socket of a live run: commands that change the run or ask about it,
// and events, as lines of JSON over a Unix socket.
//
// A client writes one [Request] as a line, and gets one [Answer] as a line, in the order of its
// requests:
//
//	{"id":1,"do":"change","entry":{"cut":"100m"}}
//	{"id":1,"ok":true,"at_ps":12345678901000}
//
// A line that has the key event instead of ok is an event of the run. Events come after the request
// {"do":"events"} only, and may come between a request and its answer.
//
// # Who may use it
//
// The socket is for the user that runs the cable. It has mode 0600, in a directory of that user with
// mode 0700, whatever the umask. Besides, the [Server] asks the kernel for the user of each
// connection (SO_PEERCRED), and answers another user with an error. Frames of hosts do not come here:
// there is no other way in than the path.
//
// # Bounds
//
// A line, the number of clients, the commands per second and the time for the rest of a line are
// bounded, and so is what a client may be behind with reading. A client that exceeds a bound gets an
// answer that says so. Nothing that a client does or leaves undone delays the run or another client.
package control
