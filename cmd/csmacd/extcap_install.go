package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/usage"
)

func extcapCommand() *cli.Command {
	return &cli.Command{
		Name:  "extcap",
		Usage: "have Wireshark list live runs among its interfaces",
		Description: "Wireshark and tshark run the programs in their extcap folder to learn what else can be captured " +
			"from. With csmacd among them, each live run of yours is an interface, with its collisions and " +
			"fragments, as the pcapng of --pcap has them. csmacd extcap --install puts a link to this program " +
			"there, --remove takes it away; without either, this says whether it is there. Then: tshark -D, or " +
			"start Wireshark.",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "install", Usage: "make a link in your Wireshark's extcap folder"},
			&cli.BoolFlag{Name: "remove", Usage: "remove that link"},
		},
		OnUsageError: usageError,
		BashComplete: completeFiles,
		Action: func(c *cli.Context) error {
			install, remove := c.Bool("install"), c.Bool("remove")
			if c.Args().Present() || install && remove {
				return usage.Errorf("extcap takes --install, --remove or nothing: csmacd extcap --help tells more")
			}
			folders, err := extcapFolders()
			if err != nil {
				return err
			}
			switch {
			case remove:
				return removeExtcap(c.App.Writer, folders)
			case install:
				program, err := os.Executable()
				if err != nil {
					return fmt.Errorf("where this program is: %w", err)
				}
				return installExtcap(c.App.Writer, folders, program)
			}
			return tellExtcap(c.App.Writer, folders)
		},
	}
}

// extcapLink is what the link is called.
const extcapLink = "csmacd"

// installExtcap makes the links. One that is there is made anew; anything else of that
// name is left alone.
func installExtcap(w io.Writer, folders []string, program string) error {
	for _, folder := range folders {
		link := filepath.Join(folder, extcapLink)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		if err := unlink(link); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err := os.Symlink(program, link); err != nil {
			return err
		}
		fmt.Fprintf(w, "made %s, a link to %s\n", link, program)
	}
	fmt.Fprintln(w, "While csmacd up runs, tshark -D and Wireshark list it; csmacd extcap --remove undoes this.")
	return nil
}

// removeExtcap removes the links.
func removeExtcap(w io.Writer, folders []string) error {
	var errs []error
	for _, folder := range folders {
		link := filepath.Join(folder, extcapLink)
		switch err := unlink(link); {
		case err == nil:
			fmt.Fprintln(w, "removed", link)
		case errors.Is(err, fs.ErrNotExist):
			fmt.Fprintln(w, "there is no", link)
		default:
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// unlink removes a symbolic link, and nothing else.
func unlink(link string) error {
	info, err := os.Lstat(link)
	if err != nil {
		return err
	}
	if info.Mode().Type() != fs.ModeSymlink {
		return fmt.Errorf("%s is no link, and so not made by csmacd: move it away", link)
	}
	return os.Remove(link)
}

// tellExtcap says what there is.
func tellExtcap(w io.Writer, folders []string) error {
	for _, folder := range folders {
		link := filepath.Join(folder, extcapLink)
		if to, err := os.Readlink(link); err == nil {
			fmt.Fprintf(w, "%s is a link to %s\n", link, to)
		} else {
			fmt.Fprintf(w, "there is no link %s\n", link)
		}
	}
	fmt.Fprintln(w, "csmacd extcap --install makes what is missing; csmacd extcap --help tells what it is for.")
	return nil
}
