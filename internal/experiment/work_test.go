package experiment

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/csmacd/csmacd/internal/experiment/campaign"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// watched is a context that counts who asks for its end.
type watched struct {
	context.Context
	asked atomic.Int64
}

func (w *watched) Done() <-chan struct{} {
	w.asked.Add(1)
	return w.Context.Done()
}

// After a record that cannot be written the rest of the runs is waited for, not asked for over
// and over.
func TestARecordThatCannotBeWritten(t *testing.T) {
	plan := planOf(t, "  axes: {\"stations[0].count\": [2, 3]}\n  replications: 1\n")
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, campaign.RecordsName), nil, 0o644), "no folder")
	c, err := campaign.New(dir, plan, campaign.Header{Engine: "test"})
	require.NoError(t, err)
	w := newWork(c, Options{Progress: func(int, int) {}}, &Outcome{}, nil)
	require.NoError(t, w.plan())
	require.Len(t, w.queue, 2)

	inner, stop := context.WithCancel(t.Context())
	ctx := &watched{Context: inner}
	tasks, results, ended := make(chan task), make(chan done), make(chan error)
	go func() { ended <- w.share(ctx, stop, tasks, results) }()
	first, second := <-tasks, <-tasks
	r := &runner{plan: plan}
	results <- w.do(t.Context(), r, first)
	<-inner.Done() // the error is known
	for range 10_000 {
		runtime.Gosched()
	}
	asked := ctx.asked.Load()
	results <- done{task: second}
	require.ErrorContains(t, <-ended, "not a directory")
	assert.Less(t, asked, int64(10))
}
