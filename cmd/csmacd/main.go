// Command csmacd runs a CSMA/CD Ethernet from a scenario file.
package main

import (
	"io"
	"os"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/exit"
	"github.com/csmacd/csmacd/internal/extcap"
	"github.com/csmacd/csmacd/internal/host"
	"github.com/csmacd/csmacd/internal/terminal"
)

func main() {
	if host.IsHelper() {
		os.Exit(host.Help())
	}
	if extcap.Asked(os.Args[1:]) {
		os.Exit(answerWireshark(os.Args[1:]))
	}
	ctx, signals := exit.Listen(stderr)
	app, out := newApp(), &commandline.Output{To: stdout}
	app.Writer = out
	signals.Exit(out.After(app.RunContext(ctx, commandline.Arrange(app, os.Args))))
}

// All messages go through these, because names and texts from elsewhere can be in them: of files, of flags,
// of stations in a result that somebody else made.
var (
	stdout io.Writer = &terminal.Text{To: os.Stdout}
	stderr io.Writer = &terminal.Text{To: os.Stderr, Most: 8192}
)
