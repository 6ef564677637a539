// Package player is what the page of csmacd lab runs: a scenario's network, worked off in
// pieces, what of it is kept to be looked at (its scene, its events, its counts over time),
// and the changes that a page makes to a scenario's text. It knows of no browser: the same
// code runs in tests, and its digest is that of csmacd run.
package player
