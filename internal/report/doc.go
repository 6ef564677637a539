// Package report shows what a run came to: the result as JSON, by the names that
// notebooks rely on, and a summary for a terminal.
package report
