package tap

import "time"

// clock is the clock of a live run. Its times count from an origin of its own.
type clock interface {
	Now() time.Duration
	// Wait waits until an instant, until a port that listens has something to read, or until Wake,
	// whichever is first. It marks the ports that are ready.
	Wait(until time.Duration, ports *ports)
	// Wake ends the current Wait or the next one. Any goroutine may call it. Ports without a file
	// descriptor are then ready.
	Wake()
	Close()
}
