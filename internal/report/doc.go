// Package report writes the result of one run: as JSON, by the names that notebooks rely on, as
// a summary for a terminal, and as a page of HTML to hand in. Its figures are made by package
// plot; tables over many runs are package experiment's.
package report
