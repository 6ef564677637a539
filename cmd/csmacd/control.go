package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/control"
	"github.com/csmacd/csmacd/internal/exit"
	"github.com/csmacd/csmacd/internal/host"
	"github.com/csmacd/csmacd/internal/usage"
)

func runOfFlag() cli.Flag {
	return &cli.StringFlag{Name: "run", Usage: "the process `NUMBER` of the run, if there are several (csmacd ps prints it)"}
}

// dialRun connects to the live run that a command is for.
func dialRun(c *cli.Context) (*control.Conn, host.Record, error) {
	exit.Doing("the run goes on", "asking a live run")
	r, err := host.FindRun(c.String("run"))
	if err != nil {
		return nil, r, err
	}
	conn, err := control.Dial(r.Control)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ECONNREFUSED):
		err = fmt.Errorf("%v takes no commands now: it begins, or ends", &r)
	case err != nil:
		err = fmt.Errorf("%v: %w", &r, err)
	}
	return conn, r, err
}

// ask has the run of a command do something.
func ask(c *cli.Context, r *control.Request, into any) error {
	conn, run, err := dialRun(c)
	if err != nil {
		return err
	}
	defer conn.Close()
	defer context.AfterFunc(c.Context, func() { conn.Close() })()
	if err := conn.Do(r, into); err != nil {
		return fmt.Errorf("%v: %w", &run, err)
	}
	return nil
}

func stopCommand() *cli.Command {
	return &cli.Command{
		Name:  "stop",
		Usage: "end a live run",
		UsageText: commandline.Examples(
			"csmacd stop # the only run",
			"csmacd stop --run 1234 # that of process 1234",
		),
		Description:  commandline.Guide("Ends the run as Ctrl-C does, and waits until its hosts are removed and its files are written.", "docs/howto/control.md"),
		Flags:        []cli.Flag{runOfFlag()},
		Action:       stopRun,
		OnUsageError: usageError,
	}
}

// mostStopping is how long a run may take to end.
const mostStopping = 20 * time.Second

func stopRun(c *cli.Context) error {
	if c.Args().Present() {
		return usage.Errorf("stop takes no arguments: csmacd stop --run NUMBER ends one of several runs")
	}
	conn, run, err := dialRun(c)
	if err != nil {
		return err
	}
	err = conn.Do(&control.Request{Do: "stop"}, nil)
	conn.Close()
	if err != nil && !errors.Is(err, control.ErrOver) {
		return fmt.Errorf("%v: %w; kill -INT %d ends it as well", &run, err, run.PID)
	}
	for until := time.Now().Add(mostStopping); run.Alive(); time.Sleep(10 * time.Millisecond) {
		switch {
		case c.Context.Err() != nil:
			return c.Context.Err()
		case time.Now().After(until):
			return fmt.Errorf("%v has not ended within %v: kill -INT %d ends it at once", &run, mostStopping, run.PID)
		}
	}
	return nil
}

func ctlCommand() *cli.Command {
	return &cli.Command{
		Name:      "ctl",
		Usage:     "give a live run commands as lines of JSON, for programs",
		ArgsUsage: "[REQUEST...]",
		UsageText: commandline.Examples(
			`csmacd ctl '{"do":"status"}' # one request, one answer`,
			`csmacd ctl '{"do":"events","of":["collision","dropped"]}' # events as JSON, until Ctrl-C or the end of the run`,
			"csmacd ctl < requests.jsonl # one answer a line, in their order",
		),
		Description: commandline.Guide("Without a REQUEST, it reads them from standard input. The exit status is 1 if one was not done.",
			"docs/howto/control.md"),
		Flags:        []cli.Flag{runOfFlag()},
		Action:       controlRun,
		OnUsageError: usageError,
	}
}

func controlRun(c *cli.Context) error {
	conn, run, err := dialRun(c)
	if err != nil {
		return err
	}
	defer conn.Close()
	defer context.AfterFunc(c.Context, func() { conn.Close() })()
	var in io.Reader = os.Stdin
	if c.Args().Present() {
		in = strings.NewReader(strings.Join(c.Args().Slice(), "\n") + "\n")
	}
	go func() {
		if _, err := io.Copy(conn.UnixConn, in); err == nil {
			_ = conn.CloseWrite()
		}
	}()
	out := bufio.NewWriter(c.App.Writer)
	refused := false
	for {
		line, err := conn.Line()
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, net.ErrClosed):
			if err := out.Flush(); err != nil || c.Context.Err() != nil {
				return err
			}
			if refused {
				return exit.Error{Status: exit.Failure}
			}
			return nil
		case err != nil:
			return fmt.Errorf("%v: %w", &run, err)
		}
		refused = refused || bytes.Contains(line[:min(len(line), 128)], []byte(`"ok":false`))
		out.Write(line)
		if err := errors.Join(out.WriteByte('\n'), conn.Idle(out.Flush)); err != nil {
			return err
		}
	}
}
