package main

import (
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/exercise"
)

// The page opens with a lab of csmacd or of the user, or with a scenario; a file with the name of a lab comes first.
func TestTheNameOfALabIsALink(t *testing.T) {
	t.Chdir(t.TempDir())
	c := cli.NewContext(newApp(), flag.NewFlagSet("", flag.ContinueOnError), nil)
	own := []*exercise.Lab{{ID: "my lab"}}
	for name, want := range map[string]string{"": "", "capture-effect": "#lab=capture-effect", "my lab": "#lab=my%20lab"} {
		link, err := linkTo(c, name, own)
		require.NoError(t, err, name)
		assert.Equal(t, want, link)
	}
	for _, name := range []string{"my lab", "nothing.yaml"} {
		_, err := linkTo(c, name, nil)
		assert.Error(t, err, name)
	}
	require.NoError(t, os.WriteFile("capture-effect", []byte("duration: 1ms\nstations: [{name: A}, {name: B}]\n"), 0o600))
	link, err := linkTo(c, "capture-effect", own)
	require.NoError(t, err)
	assert.Regexp(t, "^#s=", link)
}
