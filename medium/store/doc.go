// Package store is optimistic concurrency on a row of a store: clients read the row, make
// their change, and write it if nobody has written since. Who finds that somebody has
// backs off by a policy and begins again, with a read.
//
// It is Ethernet's contention in another place. The window in which a second sender spoils
// the first one's frame, the delay of the cable, is the time between a read's and a
// write's arrival at the store here; but the first to write always wins, so that every
// round of a crowd gets one client through, whatever the others do. Backoff is there to
// save calls that cannot succeed, and the price is time.
//
// The model is that of Marc Brooker's article "Exponential Backoff And Jitter" (AWS
// Architecture Blog, 2015) and of its program, awslabs/aws-arch-backoff-simulator: each
// message takes a time of its own on its way, a leg; the store answers at once; nothing
// is lost; every client begins at time 0 with a read. Given the draws of a run of that
// program, in order, this package makes the same run, event for event: [Network] says
// which draw comes when.
package store
