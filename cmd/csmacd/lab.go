package main

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/exercise"
	"github.com/csmacd/csmacd/internal/lab"
	"github.com/csmacd/csmacd/internal/page"
	"github.com/csmacd/csmacd/internal/usage"
)

func labCommand() *cli.Command {
	return &cli.Command{
		Name:      "lab",
		Usage:     "open the page that shows a cable; list labs, print them, check answers",
		ArgsUsage: "[FILE|LAB]",
		UsageText: commandline.Examples(
			"csmacd lab # the page, in the browser",
			"csmacd lab capture-effect # the page with that lab",
			"csmacd lab net.yaml # the page with a scenario of yours",
			"csmacd lab --dir mylabs # the page with labs of yours",
			"csmacd lab check capture-effect 1 0.5 # is this answer right?",
		),
		Description: commandline.Guide("FILE is a scenario, and LAB the name of a lab (csmacd lab list). The page is served on this machine only, and the engine runs in the browser: nothing is sent anywhere. "+
			"Ctrl-C ends it.", "docs/howto/page.md"),
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "listen", Value: "127.0.0.1:0", Usage: "serve the page on `ADDRESS`; port 0 means any free port"},
			&cli.BoolFlag{Name: "no-open", Usage: "open no browser; only print the address"},
			&cli.StringSliceFlag{Name: "embed", Usage: "let the pages of `ORIGIN`, such as https://moodle.example.org, show the page in a frame (with ?embed=1); repeatable"},
			&cli.StringFlag{Name: "static", Usage: "write the page to the folder `DIR`, for use without a server, and serve nothing"},
		}, labFlags()...),
		Subcommands:  []*cli.Command{labListCommand(), labShowCommand(), labCheckCommand(), labSheetCommand()},
		Action:       servePage,
		BashComplete: completePage,
		OnUsageError: usageError,
	}
}

func servePage(c *cli.Context) error {
	if c.NArg() > 1 {
		return usage.Errorf("lab takes one FILE at most, a scenario, or the name of a lab; csmacd lab --help lists its commands")
	}
	if folder := c.String("static"); folder != "" {
		if c.NArg() > 0 {
			return usage.Errorf("--static writes the page itself and takes no FILE; the page can make a link to any scenario")
		}
		labs, err := ownLabs(c)
		if err != nil {
			return err
		}
		if err := page.Write(folder, labs...); err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.App.Writer, "wrote the page: open %s\n", filepath.Join(folder, "index.html"))
		return err
	}
	labs, err := ownLabs(c)
	if err != nil {
		return err
	}
	link, err := linkTo(c, c.Args().First(), labs)
	if err != nil {
		return err
	}
	server, err := page.Listen(c.String("listen"), labs...)
	if err != nil {
		return err
	}
	if err := server.Embed(c.StringSlice("embed")...); err != nil {
		return usage.Errorf("--embed: %v", err)
	}
	address := server.URL() + link
	if _, err := fmt.Fprintf(c.App.Writer, "the page is at %s (Ctrl-C ends it)\n", address); err != nil {
		return err // without the address the page is of no use
	}
	if !c.Bool("no-open") {
		page.OpenBrowser(address)
	}
	return server.Serve(c.Context)
}

// linkTo returns what follows the page's address so that it opens a scenario or a lab: one of the user, or of csmacd.
func linkTo(c *cli.Context, name string, own []*exercise.Lab) (string, error) {
	if name == "" {
		return "", nil
	}
	if _, err := os.Stat(name); err != nil {
		isLab := func(l *exercise.Lab) bool { return l.ID == name }
		if names, _ := lab.Names(lab.Builtin()); slices.Contains(names, name) || slices.ContainsFunc(own, isLab) {
			return "#lab=" + url.PathEscape(name), nil
		}
		if commandline.Slip(name, c.Command.Subcommands) != "" {
			return "", commandline.UnknownCommand("csmacd lab", name, c.Command.Subcommands)
		}
	}
	// Errors of the scenario are printed here, where they can be read.
	if _, err := load(c, name); err != nil {
		return "", err
	}
	return page.LinkTo(name)
}
