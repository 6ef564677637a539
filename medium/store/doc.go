// Package store simulates optimistic concurrency on a row of a store. Clients read the row, make
// their change, and write it if no other client has written since. A client whose write is refused
// backs off by a policy and begins again, with a read.
//
//	net, err := store.New(store.Config{
//		Leg: store.Article,
//		Groups: []store.Group{{Group: medium.Group{Names: names, Policy: backoff.FullJitter(backoff.AWS)}}},
//	})
//	err = net.Run(phy.Forever)     // until every client has made its change
//	fmt.Println(net.Result().Medium.Attempts)
//
// It is Ethernet's contention in another place. On a cable a second sender destroys the first one's
// frame if it starts within the delay of the cable. Here that window is the time between the
// arrivals of a read and a write at the store. But the first write always succeeds: whatever the
// others do, every round gets one client through. Backoff saves calls that cannot succeed, at the
// price of time.
//
// The model is that of Marc Brooker's article "Exponential Backoff And Jitter" (AWS Architecture
// Blog, 2015) and of its program, awslabs/aws-arch-backoff-simulator. Each message takes a time of
// its own, a leg; the store responds at once; nothing is lost; every client begins at time 0 with a
// read. With the draws of a run of that program, in order, this package repeats the run event for
// event: [Network] describes which draw comes when.
//
// Times are in picoseconds ([phy.Time]); the unit of the policies' delays is a millisecond unless a
// group sets its own.
package store
