// Package plot makes figures of what csmacd measured: of a campaign's tables, a result, a file
// of events, or a policy's profile. It chooses the values and names the axes; package figure
// draws them.
//
// [Campaign] and [CrossTable] read a [Choice]: further columns computed from others (let.go), the
// rows that are left (rows.go), and the columns that become x, y and lines (choose.go).
// docs/reference/plot.md says which question each flag of csmacd plot answers.
package plot
