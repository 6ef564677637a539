// Package scene describes what happens in a run of a cable, where and when: the places of the
// stations, the transmissions, what each tap hears, and what each station does besides sending
// (deference, the two parts of the gap, backoff). Pictures are drawn from it, and it describes
// events in sentences.
//
// A [Scene] observes a network of package bus and keeps what senders do, with exact instants. A
// view of a window ([Scene.View]) computes the rest: carrier and receptions at a tap (rule 2 of
// the medium), deference (by [mac.Deference], the rule itself), and where on the cable two signals
// overlap. So a long run takes memory for its transmissions only, and a window takes time for what
// happens in it only.
//
// A [Crowd] observes a network of another medium, whose clients contend for a channel, a store, a server or a queue, and has
// views of the same form.
//
// The package draws nothing: package draw and the page do.
package scene
