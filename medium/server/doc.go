// Package server is clients that hammer a server, as smira/exponential-backoff has them
// (Andrey Smirnov's client.go and server.go): a server that stops for a while, or is only
// slow, and how its clients' retries decide whether it ever gets up again.
//
// A client thinks (an exponential time), sends a request, and waits for the response. One
// that comes within the time-out ends the piece of work, and the client thinks again. Else
// it gives the request up, waits as its policy says, and sends another one.
//
// The server works at all requests at once, and the more it has the slower it is: a request
// takes
//
//	delay(C) = Delay * Factor^((C-Limit)/K)    where C > Limit, else Delay
//
// C being the requests in the server at that moment, not when the request came. Its handler
// wakes every Poll after its request came, computes the delay for the C of then, and
// answers if the request has been there for so long. By default it does not notice that a
// client has left: such a request goes on to slow down all others, and the more clients
// give up and try again, the more of those there are. That is the trap. With Cancel it
// notices at once.
//
// While the server is stopped (SIGSTOP in the original) its kernel goes on to accept
// requests. They enter the server when it continues, those of clients that have left too.
//
// Nothing here takes time but thinking, waiting and the server's work: there is no network
// in between.
package server
