package tap

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSocketsRead(t *testing.T) {
	for s, want := range map[string]struct{ network, path, text string }{
		"unix:/run/x.sock":                 {"unix", "/run/x.sock", "unix:/run/x.sock"},
		"unix:x":                           {"unix", "x", "unix:x"},
		"unix:/a:b":                        {"unix", "/a:b", "unix:/a:b"},
		"tcp:127.0.0.1:5000":               {"tcp", "", "tcp:127.0.0.1:5000"},
		"tcp:127.9.8.7:65535":              {"tcp", "", "tcp:127.9.8.7:65535"},
		"tcp:localhost:1":                  {"tcp", "", "tcp:127.0.0.1:1"},
		"udp:[::1]:5000":                   {"udp", "", "udp:[::1]:5000"},
		"udp:[::ffff:127.0.0.1]:5000":      {"udp", "", "udp:127.0.0.1:5000"},
		"unix:" + strings.Repeat("x", 107): {"unix", strings.Repeat("x", 107), "unix:" + strings.Repeat("x", 107)},
	} {
		got, err := ParseSocket(s)
		require.NoError(t, err, s)
		assert.Equal(t, want.network, got.Network(), s)
		assert.Equal(t, want.path, got.Path(), s)
		assert.Equal(t, want.text, got.String(), s)
		assert.False(t, got.IsZero(), s)
		again, err := ParseSocket(got.String())
		require.NoError(t, err, s)
		assert.Equal(t, got, again)
	}
	assert.True(t, Socket{}.IsZero())
	assert.Empty(t, Socket{}.String())
}

// What is wrong is told with the text that is wrong and with what would be right.
func TestSocketsRefused(t *testing.T) {
	for s, why := range map[string]string{
		"":                                 "unix:/path",
		"/run/x.sock":                      "unix:/path",
		"vsock:3:4":                        "unix:/path",
		"UNIX:/x":                          "unix:/path",
		"unix:":                            "has no path",
		"unix:@x":                          "abstract",
		"unix:/a\x00b":                     "octet 0",
		"unix:" + strings.Repeat("x", 108): "at most 107",
		"tcp:":                             "has no port",
		"tcp:127.0.0.1":                    "has no port",
		"tcp:127.0.0.1:":                   "has no port",
		"tcp:127.0.0.1:0":                  "from 1 to 65535",
		"tcp:127.0.0.1:65536":              "up to 65535",
		"tcp:127.0.0.1:http":               "up to 65535",
		"tcp:example.org:80":               "localhost",
		"tcp::5000":                        "localhost",
		"tcp:::1:5000":                     "localhost",
		"tcp:0.0.0.0:5000":                 "addresses of this machine",
		"tcp:10.0.0.1:5000":                "addresses of this machine",
		"udp:[::]:5000":                    "addresses of this machine",
		"udp:[fe80::1%lo]:5000":            "addresses of this machine",
		"udp:[::1%lo]:5000":                "addresses of this machine",
	} {
		got, err := ParseSocket(s)
		require.ErrorContains(t, err, why, s)
		assert.True(t, got.IsZero(), s)
	}
}

func FuzzParseSocket(f *testing.F) {
	for _, s := range []string{"unix:/x", "tcp:127.0.0.1:5000", "udp:[::1]:1", "tcp:localhost:99"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := ParseSocket(s)
		if err != nil {
			assert.True(t, got.IsZero())
			return
		}
		again, err := ParseSocket(got.String())
		require.NoError(t, err)
		assert.Equal(t, got, again)
		assert.True(t, got.network == "unix" || got.addr.Addr().IsLoopback())
	})
}
