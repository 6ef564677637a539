// Package plot makes figures of what csmacd measured: of a campaign's tables or a policy's profile
// and, by package single, of a result or a file of events. It chooses the values and names the axes;
// package figure draws them.
//
// [Campaign] and [CrossTable] take a [Choice]: further columns, computed from others (let.go), the
// rows to keep (rows.go), and the columns that become x, y and lines (choose.go).
// docs/reference/plot.md says which question each flag of csmacd plot answers.
package plot
