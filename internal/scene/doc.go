// Package scene is what a run looks like: who is where on the cable, what each station
// sends from when to when, what each tap hears, and what each station does meanwhile
// (deference, the two parts of the gap, backoff). It is what pictures are drawn from,
// on paper and on a page, and it says in words what has just happened.
//
// A [Scene] observes a network of package bus and keeps what senders do, as exact
// instants. What follows from that is worked out for the window that is looked at
// ([Scene.View]): carrier and receptions at a tap (rule 2 of the medium), deference
// (by [mac.Deference], the rule itself), and where on the cable two signals lie upon each
// other. So a long run costs memory for its transmissions only, and a window of it the
// time for what is in the window.
//
// It draws nothing: package draw and the page do.
package scene
