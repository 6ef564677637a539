package leak

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"go.uber.org/goleak"
)

type tests func() int

func (t tests) Run() int { return t() }

func TestRun(t *testing.T) {
	mine := goleak.IgnoreCurrent()
	assert.Zero(t, Run(tests(func() int { return 0 }), mine))
	assert.Equal(t, 7, Run(tests(func() int { return 7 }), mine))
	over := make(chan struct{})
	assert.Error(t, func() error { go func() { <-over }(); return goleak.Find(mine) }(), "it can tell")
	close(over)
	assert.Zero(t, Run(tests(func() int { return 0 }), mine))
}
