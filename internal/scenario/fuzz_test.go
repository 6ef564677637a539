package scenario

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/csmacd/csmacd/medium/bus"
)

// FuzzParse holds the reader to three promises: no text makes it panic, or ask for
// more than its limits; every problem has a text; and what it takes, the bus
// takes.
func FuzzParse(f *testing.F) {
	files, _ := filepath.Glob(filepath.Join(lessons, "*.yaml"))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, "mac.jam=48bt")
	}
	f.Add(Starter(), "stations[0].traffic.size=[[64, 7], [1518, 1]]")
	f.Add([]byte(replay), "stations[0].traffic.speed=3")
	f.Add([]byte(twoHosts), "medium={kind: star, delay: 1us}")
	f.Add([]byte("a: &a [*a]\n<<: {b: 1}\nstations: [{<<: *a}]"), "backoff=linear")
	f.Add([]byte("mac: {persistence: {p: 0.1}, align: 5bt, rate: 1Mbps}\n"+around("- {count: 3, from: 1ns, spacing: 5m}")), "a[0].b=1")

	small := limits{nodes: 5000, depth: 20, stations: 2000, frames: 100, sizes: 100}
	o := capture(Captured{0, 60}, Captured{5 * time.Microsecond, 1000})
	f.Fuzz(func(t *testing.T, text []byte, set string) {
		o := o
		o.Set = []string{set}
		s, err := parse("fuzz.yaml", text, o, small)
		if err != nil {
			problems, ok := err.(Problems)
			if !ok || len(problems) == 0 {
				t.Fatalf("not a list of problems: %v", err)
			}
			for _, p := range problems {
				if p.Text == "" || p.File != "fuzz.yaml" && !strings.HasPrefix(p.File, "--set ") || (p.Line > 0) != (p.Column > 0) {
					t.Fatalf("%+v", p)
				}
			}
			return
		}
		if _, err := bus.New(s.Config); err != nil {
			t.Fatalf("the bus does not take it: %v\n%s", err, text)
		}
	})
}
