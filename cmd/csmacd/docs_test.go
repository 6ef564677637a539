package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/host"
	"github.com/csmacd/csmacd/internal/resource"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/phy"
)

// What the documentation shows is what csmacd does. In all Markdown files of the tree
//
//   - a fenced block that begins with "$ " is a session: each line with "$ " is a command, and below it stands
//     what the command prints. The sessions of a page run one after another in one folder, which also has
//     testdata. A line "..." stands for any lines that are cut.
//   - a session is not run below a comment <!-- not run: REASON -->; below <!-- needs: TOOL ... --> it is run where
//     the tools are installed, and what they print on standard error is left out.
//   - a block below a line that ends in "`NAME`:" is a file of that folder.
//   - a figure of the page that a session writes is the one that stands beside the page.
//   - a block of YAML that is a whole scenario is valid.
//   - a block of Go in a guide stands in a Go file of the tree.
//   - a line of a block of sh that calls csmacd names a command and flags that exist.
//
// make docs (go test ./cmd/csmacd -run Docs -update) writes what commands print, and figures, into the pages.
func TestDocs(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("sessions are those of a Unix shell")
	}
	sessions := 0
	for _, p := range markdown(t) {
		if len(p.sessions()) == 0 {
			continue
		}
		sessions += len(p.sessions())
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			p.run(t)
		})
	}
	require.Greater(t, sessions, 3)
}

// Scenarios and commands in the pages are right.
func TestDocsNameWhatExists(t *testing.T) {
	for _, p := range markdown(t) {
		for _, b := range p.blocks {
			text := strings.Join(b.lines, "\n") + "\n"
			switch {
			case b.language == "yaml" && wholeScenario.MatchString(text) && stationsKey.MatchString(text):
				_, err := scenario.Parse(p.name, []byte(text), scenario.Options{
					Live:      strings.Contains(text, "attach:"),
					ReadTimes: func(resource.Times) ([]phy.Time, error) { return []phy.Time{phy.Second}, nil }, // the reader's own file
				})
				assert.NoError(t, err, "%s:%d", p.name, b.line)
			case b.language == "sh" || b.session():
				for i, line := range b.lines {
					if err := callsWhatExists(line); err != nil {
						t.Errorf("%s:%d: %v", p.name, b.line+i, err)
					}
				}
			}
		}
	}
}

var (
	wholeScenario = regexp.MustCompile(`(?m)^(duration|until|sweep):`)
	stationsKey   = regexp.MustCompile(`(?m)^stations:`)
)

// Go code in the guides stands in a program or an example of the tree, which is compiled and run.
func TestDocsShowCodeThatRuns(t *testing.T) {
	var code strings.Builder
	for _, dir := range []string{"examples", "mac", "medium", "tap"} {
		require.NoError(t, filepath.WalkDir(filepath.Join(root, dir), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".go" {
				return err
			}
			text, err := os.ReadFile(path)
			code.WriteString(unindented(strings.Split(string(text), "\n")))
			return err
		}))
	}
	found := 0
	for _, p := range markdown(t) {
		for _, b := range p.blocks {
			if b.language == "go" && strings.HasPrefix(p.name, "docs/howto/") {
				found++
				assert.True(t, strings.Contains(code.String(), "\n"+unindented(b.lines)), "%s:%d: no Go file has this code", p.name, b.line)
			}
		}
	}
	require.NotZero(t, found)
}

// root is the tree's root, from this folder.
const root = "../.."

// run runs the sessions of a page, and compares.
func (p markdownPage) run(t *testing.T) {
	dir := t.TempDir()
	testdata, err := filepath.Abs(root + "/testdata")
	require.NoError(t, err)
	require.NoError(t, os.Symlink(testdata, filepath.Join(dir, "testdata")))
	lines := slices.Clone(p.lines)
	for i := len(p.blocks) - 1; i >= 0; i-- { // files first: a page may show one after its use
		if b := p.blocks[i]; b.file != "" && !b.session() {
			require.NoError(t, os.WriteFile(filepath.Join(dir, b.file), []byte(strings.Join(b.lines, "\n")+"\n"), 0o666))
		}
	}
	moved := 0 // by how many lines the page has grown
	for _, i := range p.sessions() {
		b := p.blocks[i]
		if tools, ok := strings.CutPrefix(b.mark, "needs: "); ok && !installed(t, strings.Fields(tools)) {
			t.Logf("%s:%d: not run: it needs %s", p.name, b.line, tools)
			continue
		}
		shown := p.runSession(t, dir, b)
		if *update {
			from := b.line - 1 + moved
			lines = slices.Replace(lines, from, from+len(b.lines), shown...)
			moved += len(shown) - len(b.lines)
		}
	}
	for _, m := range shownFigure.FindAllStringSubmatch(strings.Join(p.lines, "\n"), -1) {
		drawn, err := os.ReadFile(filepath.Join(dir, filepath.Base(m[1])))
		if err != nil {
			continue // another page's, or drawn by hand
		}
		kept := filepath.Join(root, filepath.Dir(p.name), m[1])
		if *update {
			require.NoError(t, os.WriteFile(kept, drawn, 0o666))
		}
		want, err := os.ReadFile(kept)
		require.NoError(t, err)
		assert.True(t, string(want) == string(drawn), "%s: %s is not what the page's command draws", p.name, m[1])
	}
	if *update {
		require.NoError(t, os.WriteFile(filepath.Join(root, p.name), []byte(strings.Join(lines, "\n")), 0o666))
	}
}

var shownFigure = regexp.MustCompile(`!\[[^]]*\]\(([^):]+)\)`)

func installed(t *testing.T, tools []string) bool {
	for _, name := range tools {
		if _, err := exec.LookPath(name); err != nil {
			require.Empty(t, os.Getenv("CI"), "%s is not installed, and CI needs it", name)
			return false
		}
	}
	return true
}

// runSession runs the commands of a session and compares what they print with the page. It returns the session with
// what they have printed now, cut as the page cuts it.
func (p markdownPage) runSession(t *testing.T, dir string, b fencedBlock) (shown []string) {
	status := 0
	for i := 0; i < len(b.lines); {
		command := strings.TrimPrefix(b.lines[i], "$ ")
		from := i + 1
		for i++; i < len(b.lines) && !strings.HasPrefix(b.lines[i], "$ "); i++ {
		}
		want := b.lines[from:i]
		place := fmt.Sprintf("%s:%d: $ %s", p.name, b.line+from-1, command)
		var got string
		if command == "echo $?" {
			got, status = fmt.Sprintln(status), 0
		} else {
			require.Zero(t, status, "%s: the command before it failed: show its exit status by echo $?", place)
			got, status = runShell(t, dir, command, strings.HasPrefix(b.mark, "needs: "))
		}
		lines := printedLines(got)
		shown = append(append(shown, b.lines[from-1]), recut(want, lines)...)
		if !*update {
			assert.True(t, matches(want, lines), "%s prints\n%s\n(make docs writes it into the page)", place, got)
		} else if !matches(recut(want, lines), lines) {
			t.Errorf("%s: where the page cuts cannot be found in what it prints now: cut it by hand:\n%s", place, got)
		}
	}
	require.Zero(t, status, "%s:%d: the last command failed: show its exit status by echo $?", p.name, b.line)
	return shown
}

// runShell runs a line in a folder, and returns what a terminal would show, or standard output alone, and the exit
// status.
func runShell(t *testing.T, dir, line string, outputOnly bool) (string, int) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, "sh", "-c", strings.ReplaceAll(line, "go run ./cmd/csmacd ", "csmacd "))
	c.Dir = dir
	c.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "HOME="+dir, host.RunDirEnv+"="+filepath.Join(dir, "run"))
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	if outputOnly {
		c.Stderr = nil
	}
	err := c.Run()
	if _, exited := err.(*exec.ExitError); err != nil && (!exited || ctx.Err() != nil) {
		require.NoError(t, err, "%s: %s", line, out.String())
	}
	return out.String(), c.ProcessState.ExitCode()
}

// callsWhatExists reports a call of csmacd in a line of shell whose command or flag does not exist.
func callsWhatExists(line string) error {
	line = strings.TrimPrefix(line, "$ ")
	line, _, _ = strings.Cut(line, " #")
	for _, call := range shellCall.Split(line, -1) {
		list := words(strings.TrimSpace(call))
		for len(list) > 0 && (list[0] == "sudo" || assignment.MatchString(list[0])) {
			list = list[1:]
		}
		if len(list) > 3 && slices.Equal(list[:3], []string{"go", "run", "./cmd/csmacd"}) {
			list = list[2:]
		}
		if len(list) == 0 || filepath.Base(list[0]) != "csmacd" {
			continue
		}
		command := &cli.Command{Name: "csmacd", Subcommands: newApp().Commands}
		for list = list[1:]; len(list) > 0; list = list[1:] {
			if i := slices.IndexFunc(command.Subcommands, func(c *cli.Command) bool { return c.HasName(list[0]) }); i >= 0 {
				command = command.Subcommands[i]
				if command.Name == "exec" || command.Name == "shell" {
					return nil // what follows is the host's
				}
				continue
			}
			if command.Name == "csmacd" && list[0][0] != '-' {
				return fmt.Errorf("csmacd has no command %s", list[0])
			}
			flag, _, _ := strings.Cut(strings.TrimLeft(list[0], "-"), "=")
			if slices.Contains([]string{"", "help", "h", "version", "v"}, flag) || list[0][0] != '-' {
				continue
			}
			if !slices.ContainsFunc(command.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), flag) }) {
				return fmt.Errorf("csmacd %s has no flag --%s", command.Name, flag)
			}
		}
	}
	return nil
}

var (
	shellCall  = regexp.MustCompile(`[|;]|&&|\s[<>]`)
	assignment = regexp.MustCompile(`^\w+=`)
)

// Calls in the pages are checked down to their flags.
func TestCallsWhatExists(t *testing.T) {
	for line, wrong := range map[string]string{
		"$ csmacd run x.yaml --set a=b --json - | jq .":                "",
		"csmacd lab check capture-effect 0.625 # right":                "",
		"sudo bin/csmacd up --example --pcap - -q | wireshark -k -i -": "",
		"X=1 csmacd sweep x --nonsense":                                "csmacd sweep has no flag --nonsense",
		"go run ./cmd/csmacd walk x.yaml":                              "csmacd has no command walk",
		"csmacd exec h1 -- ping -c 3 10.0.0.2":                         "",
		"make && csmacd draw --wide=3 x":                               "csmacd draw has no flag --wide",
	} {
		err := callsWhatExists(line)
		if wrong == "" {
			assert.NoError(t, err, line)
		} else {
			assert.EqualError(t, err, wrong)
		}
	}
}
