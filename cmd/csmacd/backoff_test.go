package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/usage"
)

// A policy that there is not is a command line that is wrong, as all else of it is.
func TestBackoffOfNoPolicy(t *testing.T) {
	for _, args := range [][]string{{"nonsense"}, {"beb(limit=99)"}, {}, {"beb", "--attempts", "0"}} {
		app := newApp()
		err := app.Run(commandline.Arrange(app, append([]string{"csmacd", "backoff"}, args...)))
		var e usage.Error
		assert.ErrorAs(t, err, &e, args)
	}
}
