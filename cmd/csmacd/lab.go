package main

import (
	"fmt"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/page"
	"github.com/csmacd/csmacd/internal/usage"
)

func labCommand() *cli.Command {
	return &cli.Command{
		Name:      "lab",
		Usage:     "open the page that shows a cable; exercises: list them, read them, check answers",
		ArgsUsage: "[FILE]",
		Description: "Serves the page on this machine alone and opens the browser on it, with the scenario in FILE " +
			"if one is given. The engine runs in the browser; nothing is sent anywhere. Ctrl-C ends it. " +
			"With --static the page is written to a folder, which index.html in it shows with no server.",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "listen", Value: "127.0.0.1:0", Usage: "serve the page on `ADDRESS`; port 0 is a free one"},
			&cli.BoolFlag{Name: "no-open", Usage: "open no browser: only print where the page is"},
			&cli.StringFlag{Name: "static", Usage: "write the page to the folder `DIR`, and serve nothing"},
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
			return usage.Errorf("--static writes the page as it is: it takes no FILE; the page makes a link to any scenario")
		}
		if err := page.Write(folder); err != nil {
			return err
		}
		_, err := fmt.Fprintf(c.App.Writer, "%s shows the page\n", filepath.Join(folder, "index.html"))
		return err
	}
	link := ""
	if file := c.Args().First(); file != "" {
		// What is wrong with it is told here, where it can be read.
		if _, err := load(c, file); err != nil {
			return err
		}
		var err error
		if link, err = page.LinkTo(file); err != nil {
			return err
		}
	}
	server, err := page.Listen(c.String("listen"))
	if err != nil {
		return err
	}
	url := server.URL() + link
	if _, err := fmt.Fprintf(c.App.Writer, "the page is at %s (Ctrl-C ends it)\n", url); err != nil {
		return err // nobody would know where it is
	}
	if !c.Bool("no-open") {
		page.OpenBrowser(url)
	}
	return server.Serve(c.Context)
}
