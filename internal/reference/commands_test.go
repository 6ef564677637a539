package reference

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/urfave/cli/v2"
)

// A page of commands has groups, usage, examples, flags and commands below commands, and leaves out what is hidden.
func TestCommands(t *testing.T) {
	app := &cli.App{Name: "tool", Commands: []*cli.Command{
		{Name: "run", Category: "Do", Usage: "run a|b", ArgsUsage: "FILE", Description: "Runs it.\n\nMore: docs/howto/live.md",
			UsageText: "tool run x # once",
			Flags: []cli.Flag{
				&cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Value: 3, Usage: "run `N` at once"},
				&cli.StringFlag{Name: "x", Usage: "the `COLUMN`"},
				&cli.BoolFlag{Name: "quiet", Usage: "print nothing"},
			}},
		{Name: "secret", Category: "Do", Hidden: true},
		{Name: "lab", Category: "Teach", Usage: "teach", Subcommands: []*cli.Command{{Name: "list", Usage: "list labs"}}},
	}}
	assert.Equal(t, commandsHead+"- [Do](#do): [`run`](#tool-run)\n- [Teach](#teach): [`lab`](#tool-lab)\n"+`
## Do

### tool run

Run a\|b.

`+"```text\ntool run [FLAG...] FILE\n```"+`

Examples:

`+"```sh\ntool run x # once\n```"+`

Runs it.

| flag | meaning | default |
|---|---|---|
| `+"`--jobs N`, `-j N`"+` | run N at once | 3 |
| `+"`--x COLUMN`"+` | the COLUMN |  |
| `+"`--quiet`"+` | print nothing |  |

More: [docs/howto/live.md](../howto/live.md)

## Teach

### tool lab

Teach.

`+"```text\ntool lab\n```"+`

#### tool lab list

List labs.

`+"```text\ntool lab list\n```\n", string(Commands(app)))
}
