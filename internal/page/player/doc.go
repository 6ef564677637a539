// Package player is what the page of csmacd lab runs: a scenario's network, run in pieces; what
// is kept of it to be shown (its scene, its events, its counts over time); and the changes that
// a page makes to a scenario's text. It does not depend on a browser: the same code runs in
// tests, and its digest is that of csmacd run.
package player
