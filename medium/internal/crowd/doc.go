// Package crowd holds what all media except the cable have in common: clients that try, fail, wait
// as their policy says, and try again; their clock, streams of random numbers, counts, events and
// result.
//
// A medium embeds a [Crowd] and gives it a [Resource], which processes the entries of an instant.
// The course of a client is always the same: [Crowd.Offer] gives it a piece of work,
// [Crowd.Attempt] begins an attempt and [Crowd.End] ends it. When the client knows the outcome,
// [Crowd.Succeed] or [Crowd.Fail] follows; Fail returns how long to wait, or that the work has been
// given up.
package crowd
