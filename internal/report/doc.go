// Package report writes the result of one run: as JSON, by the names that notebooks rely on, as
// a summary for a terminal, and as a page of HTML to hand in. Package plot makes its figures; package
// experiment writes tables over many runs.
package report
