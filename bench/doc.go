// Package bench measures what a run costs. It holds no code but benchmarks, and a
// test that the hot paths allocate nothing:
//
//	go test -bench . ./bench
//
// README.md says how to read the figures, and HISTORY.md keeps them.
package bench
