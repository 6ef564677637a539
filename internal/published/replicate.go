package published

import (
	"context"
	"runtime"
	"sync"
)

// replicate makes n runs with the seeds 1 to n, on all processors, and returns their results in the
// order of the seeds: the number of processors does not change anything.
func replicate[T any](ctx context.Context, n int, run func(ctx context.Context, seed uint64) (T, error)) ([]T, error) {
	results := make([]T, n)
	errs := make([]error, n)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := range next {
				if results[i], errs[i] = run(ctx, uint64(i+1)); errs[i] != nil {
					cancel()
				}
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	workers.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return results, nil
}
