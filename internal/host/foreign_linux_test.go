package host

import (
	"net/netip"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A namespace that the user made may be used, and is there afterwards.
func TestForeignNamespace(t *testing.T) {
	needRoot(t)
	ip(t, "netns", "add", unique+"a")
	inNetns(t, unique+"a", "tuntap", "add", "dev", "other", "mode", "tap")
	before := inNetns(t, unique+"a", "-d", "link")
	r := beginRun(t)
	d, err := r.Up(Spec{Station: "h1", TAP: "eth0", Netns: unique + "a", Addresses: prefixes("10.1.0.1/24")})
	require.NoError(t, err)
	assert.Contains(t, inNetns(t, unique+"a", "address"), "10.1.0.1/24")
	require.NoError(t, d.Close())
	require.NoError(t, r.Close())
	assert.Equal(t, before, inNetns(t, unique+"a", "-d", "link"))

	p := up(t, Spec{Station: "h1", TAP: "eth0", Netns: unique + "a"})
	p.kill()
	_, err = Down()
	require.NoError(t, err)
	assert.Contains(t, ip(t, "netns", "list"), unique+"a")
}

// once is what an interface shows of having been up once, or of having carried a frame.
var once = regexp.MustCompile(`qdisc \w+|state \w+|NO-CARRIER,|linkdown `)

// A TAP device that the user made is used as it is, and afterwards is as it was.
func TestForeignTAP(t *testing.T) {
	needRoot(t)
	for _, killed := range []bool{false, true} {
		for _, state := range []string{"down", "up"} {
			name := unique + "0"
			ip(t, "tuntap", "add", "dev", name, "mode", "tap")
			ip(t, "link", "set", name, "mtu", "1300", "address", "02:00:00:00:0a:0b", "alias", "mine")
			ip(t, "address", "add", "10.251.1.1/24", "dev", name)
			ip(t, "link", "set", name, state)
			shape := func() string {
				return once.ReplaceAllString(ip(t, "-d", "-o", "link", "show", name)+ip(t, "-4", "-o", "address", "show", "dev", name)+ip(t, "route", "show", "dev", name), "")
			}
			before := shape()
			spec := Spec{
				Station: "h1", TAP: name, Addresses: prefixes("10.251.1.1/24", "10.251.2.1/24"), MTU: 1500,
				Ether: [6]byte{2, 0, 0, 0, 0, 1},
			}
			check := func() {
				link := ip(t, "link", "show", name)
				for _, want := range []string{"LOWER_UP", "mtu 1300", "02:00:00:00:0a:0b", "alias mine"} {
					assert.Contains(t, link, want)
				}
				assert.Contains(t, ip(t, "address", "show", name), "10.251.2.1/24")
			}
			if killed {
				p := up(t, spec)
				check()
				p.kill()
				removed, err := Down()
				require.NoError(t, err)
				assert.Contains(t, removed[0]+removed[1], "10.251.2.1/24")
			} else {
				r := beginRun(t)
				d, err := r.Up(spec)
				require.NoError(t, err)
				assert.True(t, d.Existed())
				check()
				require.NoError(t, r.Close())
			}
			for deadline := time.Now().Add(time.Minute); shape() != before && time.Now().Before(deadline); {
				time.Sleep(10 * time.Millisecond)
			}
			assert.Equal(t, before, shape())
			ip(t, "link", "del", name)
		}
	}
}

// Its route too goes away again, and an interface of another kind is refused.
func TestForeignTAPRoute(t *testing.T) {
	needRoot(t)
	ns := unique + "a"
	ip(t, "netns", "add", ns)
	inNetns(t, ns, "tuntap", "add", "dev", "t0", "mode", "tap")
	inNetns(t, ns, "link", "set", "t0", "up")
	r := beginRun(t)
	spec := Spec{Station: "h1", TAP: "t0", Netns: ns, Addresses: prefixes("10.1.0.1/24"), Gateway: netip.MustParseAddr("10.1.0.2")}
	_, err := r.Up(spec)
	require.NoError(t, err)
	assert.Contains(t, inNetns(t, ns, "route"), "default via 10.1.0.2 dev t0")
	made := Thing{Kind: MadeRoute}
	for _, m := range r.record.Made {
		if m.Kind == MadeRoute {
			made = m
		}
	}
	did, err := made.undo()
	require.NoError(t, err)
	assert.True(t, did)
	assert.NotContains(t, inNetns(t, ns, "route"), "default")
	did, err = made.undo()
	require.NoError(t, err)
	assert.False(t, did, "it is gone already")
	require.NoError(t, r.Close())
	assert.NotContains(t, inNetns(t, ns, "address"), "10.1.0.1")

	r = beginRun(t)
	_, err = r.Up(Spec{Station: "h1", TAP: "lo", Netns: ns})
	assert.ErrorContains(t, err, "lo exists and is not a TAP device")
	inNetns(t, ns, "link", "set", "lo", "up")
	inNetns(t, ns, "route", "add", "default", "dev", "lo")
	spec.TAP = "t1"
	_, err = r.Up(spec)
	assert.ErrorContains(t, err, "already a default route")
}
