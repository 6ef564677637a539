package trace

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/phy"
)

// Rotation divides a capture into files that are captures themselves, each with the section and all
// interfaces. A file ends with the packet with which its packets reach a number of octets, or before the
// packet whose stamp is in the next interval of simulated time.
type Rotation struct {
	Octets int64    // of packets, before compression; 0: a file may have any number
	Every  phy.Time // of simulated time, counted from 0; 0: a file may last as long as the run

	// Open opens the next file.
	Open func() (*Output, error)
}

// RotatedName returns the name of the n-th file, from 1, of a capture with a name: of "run.pcapng" it
// is "run_00001.pcapng".
func RotatedName(name string, n int) string {
	folder, base := filepath.Split(name)
	stem, ending, dotted := strings.Cut(base, ".")
	if dotted {
		ending = "." + ending
	}
	return fmt.Sprintf("%s%s_%05d%s", folder, stem, n, ending)
}

// PartsAfter returns the names of the files that exist of a capture in parts, those after the n-th, in order.
func PartsAfter(name string, n int) (names []string) {
	folder, base := filepath.Split(name)
	stem, _, _ := strings.Cut(base, ".")
	entries, err := os.ReadDir(filepath.Clean(folder)) // sorted
	if err != nil {
		return nil
	}
	for _, e := range entries {
		digits, _, _ := strings.Cut(strings.TrimPrefix(e.Name(), stem+"_"), ".")
		if k, err := strconv.Atoi(digits); err == nil && k > n && folder+e.Name() == RotatedName(name, k) {
			names = append(names, folder+e.Name())
		}
	}
	return names
}

// rotation is how far a capture is in its present file.
type rotation struct {
	Rotation
	octets  int64    // of its packets
	until   phy.Time // the next interval begins
	packets bool     // the file has some
}

// due reports whether a packet belongs into the next file.
func (r *rotation) due(stamp phy.Time) bool {
	return r.packets && (r.Octets > 0 && r.octets >= r.Octets || r.Every > 0 && stamp >= r.until)
}

// wrote counts a packet that was written into the present file.
func (r *rotation) wrote(stamp phy.Time, octets int) {
	r.octets += int64(octets)
	if !r.packets && r.Every > 0 {
		r.until = (stamp/r.Every + 1) * r.Every
	}
	r.packets = true
}

// next closes the present file and begins another.
func (c *Capture) next() {
	if c.out.err = c.out.Close(); c.out.err != nil {
		return
	}
	out, err := c.rotation.Open()
	if err != nil {
		c.out.err = err
		return
	}
	c.out, c.rotation.octets, c.rotation.packets = out, 0, false
	_ = c.head() // the output keeps the error
}
