package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/page"
	"github.com/csmacd/csmacd/internal/usage"
)

func labCommand() *cli.Command {
	return &cli.Command{
		Name:      "lab",
		Usage:     "open the page that shows a cable; list labs, print them, check answers",
		ArgsUsage: "[FILE]",
		UsageText: commandline.Examples(
			"csmacd lab # the page, in the browser",
			"csmacd lab net.yaml # the page with a scenario of yours",
			"csmacd lab --dir mylabs # the page with labs of yours",
			"csmacd lab check capture-effect 1 0.5 # is this answer right?",
		),
		Description: commandline.Guide("The page is served on this machine only, and the engine runs in the browser: nothing is sent anywhere. "+
			"Ctrl-C ends it.", "docs/howto/page.md"),
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "listen", Value: "127.0.0.1:0", Usage: "serve the page on `ADDRESS`; port 0 means any free port"},
			&cli.BoolFlag{Name: "no-open", Usage: "open no browser; only print the address"},
			&cli.StringSliceFlag{Name: "embed", Usage: "let the pages of `ORIGIN`, such as https://moodle.example.org, show the page in a frame (with ?embed=1)"},
			&cli.StringFlag{Name: "static", Usage: "write the page to the folder `DIR`, for use without a server, and serve nothing"},
		}, labFlags()...),
		Subcommands:  []*cli.Command{labListCommand(), labShowCommand(), labCheckCommand(), labSheetCommand()},
		Action:       servePage,
		BashComplete: completeFiles,
		OnUsageError: usageError,
	}
}

func servePage(c *cli.Context) error {
	if c.NArg() > 1 {
		return usage.Errorf("lab takes one FILE at most, a scenario; csmacd lab --help lists its commands")
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
	link := ""
	if file := c.Args().First(); file != "" {
		if _, err := os.Stat(file); err != nil && commandline.Slip(file, c.Command.Subcommands) != "" {
			return commandline.UnknownCommand("csmacd lab", file, c.Command.Subcommands)
		}
		// Errors of the scenario are printed here, where they can be read.
		if _, err := load(c, file); err != nil {
			return err
		}
		var err error
		if link, err = page.LinkTo(file); err != nil {
			return err
		}
	}
	labs, err := ownLabs(c)
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
	url := server.URL() + link
	if _, err := fmt.Fprintf(c.App.Writer, "the page is at %s (Ctrl-C ends it)\n", url); err != nil {
		return err // without the address the page is of no use
	}
	if !c.Bool("no-open") {
		page.OpenBrowser(url)
	}
	return server.Serve(c.Context)
}
