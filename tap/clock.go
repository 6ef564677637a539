package tap

import "time"

// clock is what a live run waits by. Its times count from an origin of its own.
type clock interface {
	Now() time.Duration
	// Wait waits until an instant, a port that listens and has something to read, or
	// Wake, whichever is first; it marks ports that are ready.
	Wait(until time.Duration, ports []*port)
	// Wake ends a Wait, this one or the next; from any goroutine. Ports that have no
	// file descriptor are ready then.
	Wake()
	Close()
}
