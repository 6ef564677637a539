// Package server simulates clients that overload a server, as in smira/exponential-backoff (Andrey
// Smirnov's client.go and server.go): a server that stops for a while, or is only slow. It shows
// how the retries of its clients decide whether it ever recovers.
//
//	net, err := server.New(server.Config{
//		Stops: []server.Stop{{At: 30 * phy.Second, For: 10 * phy.Second}},
//		Groups: []server.Group{{
//			Group:   medium.Group{Names: names, Policy: backoff.Exponential(backoff.Growth{Base: 1, Factor: 2, Cap: 60})},
//			Think:   phy.Second, Timeout: phy.Second,
//		}},
//	})
//	err = net.Run(180 * phy.Second)
//
// A client thinks for an exponential time, sends a request, and waits for the response. A response
// that comes within the time-out ends the piece of work, and the client thinks again. Otherwise the
// client gives the request up, waits as its policy says, and sends another one.
//
// The server works at all requests at once. The more requests it has, the slower it is: a request
// takes
//
//	delay(C) = Delay * Factor^((C-Limit)/K)    if C > Limit, otherwise Delay
//
// C is the number of requests in the server at that moment, not when the request came. The handler
// of a request wakes every Poll after the request came, computes the delay for the current C, and
// responds if the request has been there for that long. By default the server does not notice that
// a client has left: such a request continues to slow down all others. The more clients give up and
// retry, the more of these requests there are. That is the trap. With Cancel the server notices at
// once.
//
// With measured times, Config.Times, each request draws one of them. The server then works at all requests
// with one speed, Factor^-((C-Limit)/K) if C > Limit, otherwise 1, and a request is done when the sum of
// what was done is its time. Nothing looks at a clock.
//
// While the server is stopped (SIGSTOP in the original), its kernel continues to accept requests.
// They enter the server when it continues, including those of clients that have left.
//
// Only thinking, waiting and the server's work take time: there is no network in between. Times are
// in picoseconds ([phy.Time]); the unit of the policies' delays is a second unless a group sets its
// own.
package server
