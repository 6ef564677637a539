// Package crowd holds what all media but the cable have in common: clients that try,
// fail, wait as their policy says, and try again; their clock, streams of random
// numbers, counts, events and result.
//
// A medium embeds a [Crowd] and gives it a [Resource]: what happens at an instant. Its
// clients' way is always the same: [Crowd.Offer] brings a piece of work,
// [Crowd.Attempt] begins a try, [Crowd.End] ends it, and then, when the client knows,
// comes [Crowd.Succeed], or [Crowd.Fail], which says how long to wait, or that the work
// has been given up.
package crowd
