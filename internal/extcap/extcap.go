// Package extcap answers Wireshark, so that live runs appear among its interfaces.
//
// Wireshark asks the programs in its extcap folder what they can capture from, and lets them
// capture (Wireshark Developer's Guide, "Adding Capture Interfaces And Log Sources Using
// Extcap"). It runs them with these arguments and no command:
//
//	--extcap-interfaces [--extcap-version=4.0]
//	--extcap-interface csmacd-4711 --extcap-dlts
//	--extcap-interface csmacd-4711 --extcap-config
//	--extcap-interface csmacd-4711 --extcap-capture-filter=FILTER
//	--extcap-interface csmacd-4711 --capture --fifo FILE
//
// and reads sentences from standard output. Every live run is an interface, named after the
// run's number.
package extcap

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/host"
)

// prefix begins the name of an interface.
const prefix = "csmacd-"

// Asked reports whether the arguments show that Wireshark runs the program.
func Asked(args []string) bool {
	asks := func(a string) bool { return strings.HasPrefix(a, "--extcap") || strings.HasPrefix(a, "--capture") }
	return len(args) > 0 && strings.HasPrefix(args[0], "--") && slices.ContainsFunc(args, asks)
}

// Answer does what Wireshark asks for, and returns the exit status. version is the program's.
func Answer(args []string, version string, stdout, stderr io.Writer) (status int) {
	return parse(args).answer(version, stdout, stderr, host.Runs)
}

// call is what Wireshark asks for.
type call struct {
	interfaces, dlts, config, capture bool
	iface, fifo, filter               string
	filtered                          bool // a filter is given, even an empty one
}

// parse reads the arguments. Unknown ones come from a later Wireshark, and need no answer.
func parse(args []string) (c call) {
	values := map[string]*string{"--extcap-interface": &c.iface, "--fifo": &c.fifo, "--extcap-capture-filter": &c.filter}
	flags := map[string]*bool{
		"--extcap-interfaces": &c.interfaces, "--extcap-dlts": &c.dlts, "--extcap-config": &c.config, "--capture": &c.capture,
	}
	for i := 0; i < len(args); i++ {
		name, value, assigned := strings.Cut(args[i], "=")
		if flag := flags[name]; flag != nil {
			*flag = true
			continue
		}
		to := values[name]
		if to == nil {
			continue
		}
		if !assigned && i+1 < len(args) {
			i++
			value = args[i]
		}
		*to = value
		c.filtered = c.filtered || name == "--extcap-capture-filter"
	}
	return c
}

// answer writes the sentences, or the capture, and returns the exit status.
func (c call) answer(version string, stdout, stderr io.Writer, runs func() ([]host.Record, error)) int {
	fail := func(err error) int {
		fmt.Fprintln(stderr, "csmacd:", err)
		return 1
	}
	switch {
	case c.interfaces:
		fmt.Fprintf(stdout, "extcap {version=%s}{display=csmacd}\n", version)
		list, err := runs()
		if err != nil {
			fmt.Fprintln(stderr, "csmacd:", err) // those that can be read are listed
		}
		for i := range list {
			if offered(&list[i]) {
				fmt.Fprintf(stdout, "interface {value=%s%s}{display=%s}\n", prefix, list[i].ID, describeRun(&list[i]))
			}
		}
		return 0
	case c.dlts:
		fmt.Fprintln(stdout, "dlt {number=1}{name=EN10MB}{display=Ethernet}")
		return 0
	case c.config:
		return 0 // nothing to set
	case c.filtered && !c.capture:
		if c.filter != "" {
			fmt.Fprintln(stdout, noFilters)
		}
		return 0
	case !c.capture:
		return fail(fmt.Errorf("--extcap-interfaces lists what can be captured from; csmacd extcap --help tells more"))
	case c.filter != "":
		return fail(fmt.Errorf("%s", noFilters))
	case c.fifo == "":
		return fail(fmt.Errorf("--capture needs --fifo FILE, which is written to"))
	}
	list, err := runs()
	for i := range list {
		if prefix+list[i].ID == c.iface {
			if err := capture(list[i].Socket, c.fifo); err != nil {
				return fail(err)
			}
			return 0
		}
	}
	if err != nil {
		return fail(err)
	}
	return fail(fmt.Errorf("there is no live run %q, or it has ended: --extcap-interfaces lists the live runs", c.iface))
}

const noFilters = "a live run has no capture filters: use a display filter"

// offered reports whether a run offers a capture.
func offered(r *host.Record) bool {
	info, err := os.Lstat(r.Socket)
	return err == nil && info.Mode().Type() == os.ModeSocket
}

// describeRun returns what a user chooses a run by: its scenario and its hosts.
func describeRun(r *host.Record) string {
	name := r.Scenario
	if name == "" {
		name = "run " + r.ID
	}
	const most = 6
	var hosts []string
	for i, h := range r.Hosts {
		if i == most {
			hosts = append(hosts, fmt.Sprintf("and %d more", len(r.Hosts)-most))
			break
		}
		hosts = append(hosts, h.Station)
	}
	text := "csmacd: " + name
	if len(hosts) > 0 {
		text += " (" + strings.Join(hosts, ", ") + ")"
	}
	return sentence(text)
}

// sentence makes a text fit for use within braces.
func sentence(s string) string {
	s = strings.NewReplacer("{", "(", "}", ")").Replace(strings.ToValidUTF8(s, "?"))
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
}

// Folders are the folders in which a Wireshark of this user looks for such programs: the first
// from version 4.2 on, the second before that.
func Folders() ([]string, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return nil, fmt.Errorf("the folder of Wireshark's extcap programs: %w", err)
	}
	config := os.Getenv("XDG_CONFIG_HOME")
	if !filepath.IsAbs(config) {
		config = filepath.Join(home, ".config")
	}
	return []string{
		filepath.Join(home, ".local", "lib", "wireshark", "extcap"),
		filepath.Join(config, "wireshark", "extcap"),
	}, nil
}
