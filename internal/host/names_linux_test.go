package host

import (
	"net/netip"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/phy"
)

func TestSpecs(t *testing.T) {
	t.Setenv(RunDirEnv, t.TempDir())
	r := beginRun(t)
	for _, c := range []struct {
		spec Spec
		want string
	}{
		{Spec{}, "name of its station"},
		{Spec{TAP: "a/b"}, `"a/b" cannot name a TAP device`},
		{Spec{TAP: ".."}, "the name of a directory"},
		{Spec{TAP: "a b"}, "cannot name"},
		{Spec{TAP: "tap%d"}, "cannot name"},
		{Spec{TAP: "tap٠"}, "beyond ASCII"},
		{Spec{TAP: "-x"}, "would take it for a flag"},
		{Spec{TAP: "sixteen-letters-"}, "has 16 octets: the kernel takes at most 15"},
		{Spec{Netns: "../x"}, `"../x" cannot name a network namespace`},
		{Spec{Netns: "."}, "the name of a directory"},
		{Spec{Netns: "a\x00b"}, "cannot name"},
		{Spec{Netns: "a\nb"}, "cannot name"},
		{Spec{Netns: strings.Repeat("x", 256)}, "at most 255"},
		{Spec{Ether: phy.Broadcast}, "a group address"},
		{Spec{MTU: -1}, "MTU"},
		{Spec{Addresses: []netip.Prefix{{}}}, "10.0.0.1/24"},
		{Spec{Gateway: netip.MustParseAddr("10.0.0.1")}, "not on a network"},
		{Spec{Addresses: prefixes("10.0.0.1/24"), Gateway: netip.MustParseAddr("10.0.1.1")}, "not on a network"},
		{Spec{Addresses: prefixes("10.0.0.1/24"), Gateway: netip.MustParseAddr("10.0.0.1")}, "own address"},
	} {
		if c.want != "name of its station" {
			c.spec.Station = "h1"
		}
		_, err := r.Up(c.spec)
		assert.ErrorContains(t, err, c.want, "%+v", c.spec)
	}
}

// What a Spec may have for a TAP's name, iproute2 and the kernel take.
func TestNamesThatPass(t *testing.T) {
	needRoot(t)
	ip(t, "netns", "add", unique+"n")
	rapid.Check(t, func(rt *rapid.T) {
		name := rapid.OneOf(rapid.StringN(1, 15, 15), rapid.StringMatching(`[ -~]{1,15}`)).Draw(rt, "name")
		spec := Spec{Station: "h1", TAP: name}
		if spec.check() != nil {
			return
		}
		out, err := exec.Command("ip", "-n", unique+"n", "tuntap", "add", "dev", name, "mode", "tap").CombinedOutput()
		require.NoError(rt, err, "%q: %s", name, out)
		link, err := exec.Command("ip", "-n", unique+"n", "-o", "link", "show", "dev", name).CombinedOutput()
		require.NoError(rt, err, "%q: %s", name, link)
		assert.Contains(rt, string(link), ": "+name+": ")
		require.NoError(rt, exec.Command("ip", "-n", unique+"n", "link", "del", "dev", name).Run())
	})
}
