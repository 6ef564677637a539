package csmacd_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/csmacd/csmacd/"

// rooms says what each room may import of ours. Rooms below internal may import
// those before them, and the public ones.
var rooms = map[string][]string{
	"phy":                         {},
	"mac/backoff":                 {},
	"mac/backoff/custom":          {"mac/backoff", "internal/formula"},
	"mac/backoff/retry":           {"mac/backoff"},
	"mac/backoff/retry/retryhttp": {"mac/backoff/retry"},
	"mac/traffic":                 {"phy"},
	"mac":                         {"phy", "mac/backoff"},
	"mac/plca":                    {"phy", "mac"},
	"medium":                      {"phy", "mac", "mac/backoff"},
	"medium/bus":                  {"phy", "mac", "mac/backoff", "mac/traffic", "medium", "medium/internal/addresses", "medium/internal/agenda", "medium/internal/instant", "medium/internal/noise", "medium/internal/sources", "medium/internal/tally"},
	"medium/domain":               {"phy", "mac", "mac/backoff", "mac/traffic", "medium", "medium/bus", "medium/internal/addresses", "medium/internal/agenda", "medium/internal/instant", "medium/internal/noise", "medium/internal/sources", "medium/internal/tally", "medium/internal/timeline"},
	"medium/t1s":                  {"phy", "mac", "mac/plca", "mac/backoff", "mac/traffic", "medium", "medium/bus", "medium/internal/addresses", "medium/internal/instant", "medium/internal/noise", "medium/internal/sources", "medium/internal/tally", "medium/internal/timeline"},
	"medium/lan":                  {"phy", "mac", "mac/plca", "mac/backoff", "mac/traffic", "medium", "medium/bus", "medium/domain", "medium/t1s", "medium/internal/addresses", "medium/internal/sha256", "medium/internal/tally"},
	"medium/aloha":                {"phy", "mac/backoff", "medium", "medium/internal/crowd", "medium/internal/tally"},
	"medium/store":                {"phy", "mac/backoff", "medium", "medium/internal/crowd"},
	"medium/server":               {"phy", "mac/backoff", "medium", "medium/internal/crowd"},
	"medium/submit":               {"phy", "mac/backoff", "medium", "medium/internal/crowd"},

	"medium/internal/addresses": {"phy", "mac/traffic", "medium"},
	"medium/internal/sources":   {"phy", "mac", "mac/backoff", "mac/traffic", "medium", "medium/internal/addresses"},
	"medium/internal/sha256":    {},
	"medium/internal/tally":     {"phy", "medium/internal/sha256", "mac", "medium"},
	"medium/internal/agenda":    {"phy", "medium/internal/tally"},
	"medium/internal/instant":   {"phy", "medium"},
	"medium/internal/noise":     {"phy", "mac/backoff", "medium"},
	"medium/internal/timeline":  {"medium"},
	"medium/internal/crowd":     {"phy", "mac/backoff", "medium", "medium/internal/tally"},

	"tap":                {"phy", "mac", "medium", "tap/internal/cargo"},
	"tap/soft":           {"phy", "mac", "mac/backoff", "mac/traffic", "medium", "tap", "tap/internal/cargo"},
	"tap/internal/cargo": {"phy"},

	"docs": {}, // pages that csmacd explain reads
}

var internal = []string{
	"engine", "licenses", "said", "visible", "files", "usage", "listen", "palette", "figure", "formula", "stats", "theory", "profile",
	"document", "names", "policies", "plan", "stations", "resource", "attach", "scenario", "path", "turns", "topology",
	"compress", "trace", "series", "virtual", "run", "scene", "owner", "host",
	"experiment/table", "experiment/metric", "experiment/record", "experiment/keep", "experiment/campaign", "experiment", "report", "plot/single", "plot", "draw", "report/record", "exercise", "lab", "live/relay", "control", "live", "show", "compare", "cluster", "extcap", "terminal", "exit", "page/player", "page/desk", "page",
	"explain", "commandline",
}

// testOnly are rooms that csmacd is not made of: what it is held against, the programs
// that write the page of conformance, generated reference pages and the site, and what tests share.
var testOnly = []string{"internal/clause4", "internal/clause148", "internal/recount", "internal/published", "internal/conformance", "internal/reference", "internal/site", "internal/anchor", "internal/leak", "internal/schematest", "internal/tooltest", "internal/casetest", "internal/figure/figuretest", "internal/licenses/collect"}

// No arrow runs back up the table of rooms.
func TestImportsFollowTheRooms(t *testing.T) {
	for _, p := range listed(t, "./...") {
		room := strings.TrimPrefix(p.ImportPath, module)
		for _, path := range p.Imports {
			to, ours := strings.CutPrefix(path, module)
			if ours {
				assert.True(t, mayImport(room, to), "%s imports %s", room, to)
			}
			if strings.HasPrefix(path, "github.com/google/gopacket") {
				assert.Contains(t, []string{"tap", "bench/live"}, room, "gopacket stays where live frames are")
			}
		}
	}
}

// gopacket's tables of protocols are large, and take longer to set up than a short run.
func TestCommandLinksNoProtocolTables(t *testing.T) {
	for _, p := range listed(t, "-deps", "./cmd/csmacd") {
		assert.NotEqual(t, "github.com/google/gopacket/layers", p.ImportPath)
	}
}

func mayImport(room, to string) bool {
	if slices.Contains(testOnly, to) {
		return slices.Contains(testOnly, room) || strings.HasPrefix(room, "cmd/")
	}
	if allowed, ok := rooms[room]; ok {
		return slices.Contains(allowed, to)
	}
	_, public := rooms[to]
	switch {
	case strings.HasPrefix(room, "cmd/"):
		return true
	case room == "bench", slices.Contains(testOnly, room):
		return !strings.HasPrefix(to, "cmd/")
	case strings.HasPrefix(room, "internal/"):
		from, of := strings.TrimPrefix(room, "internal/"), strings.TrimPrefix(to, "internal/")
		return public || slices.Index(internal, of) >= 0 && slices.Index(internal, of) < slices.Index(internal, from)
	}
	return false
}

// What reaches a result is the same on every platform: no wall clock, and none of
// the functions that some platforms have in assembly.
func TestEngineIsPortable(t *testing.T) {
	exact := []string{"Abs", "Ceil", "Copysign", "Floor", "FMA", "Frexp", "Inf", "IsInf", "IsNaN", "Ldexp", "Mod", "NaN", "Nextafter", "Round", "Signbit", "Trunc"}
	for _, p := range listed(t, "./...") {
		room := strings.TrimPrefix(p.ImportPath, module)
		if _, public := rooms[room]; !public || strings.HasPrefix(room, "tap") || strings.HasPrefix(room, "mac/backoff/retry") {
			continue
		}
		for _, path := range p.Imports {
			if room == "medium/internal/tally" && path == "sync" {
				continue // memory that a run leaves to the next
			}
			assert.NotContains(t, []string{"time", "os", "log", "log/slog", "math/cmplx", "sync"}, path, "%s imports %s", room, path)
		}
		for _, file := range p.GoFiles {
			tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, file), nil, 0)
			require.NoError(t, err)
			ast.Inspect(tree, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				if f, ok := call.Fun.(*ast.SelectorExpr); ok {
					if x, ok := f.X.(*ast.Ident); ok && x.Name == "math" {
						assert.Contains(t, exact, f.Sel.Name, "%s/%s", room, file)
					}
				}
				return true
			})
		}
	}
}
