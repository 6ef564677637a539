// Package report shows what a run came to: the result as JSON, by the names that
// notebooks rely on, a summary for a terminal, and a page to hand in.
package report
