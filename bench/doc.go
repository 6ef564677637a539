// Package bench measures the cost of a run. It contains only benchmarks, and a test which checks
// that the hot paths do not allocate:
//
//	go test -bench . ./bench
//
// README.md explains the figures, and HISTORY.md records them.
package bench
