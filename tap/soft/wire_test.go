package soft

import (
	"errors"
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/phy"
	"github.com/csmacd/csmacd/tap"
)

// station makes one with some addresses, that is gone when the test ends.
func station(t testing.TB, i int, serve []string, addresses ...string) *Station {
	t.Helper()
	c := Config{Ether: phy.StationAddress(i), Serve: serve, Name: string(rune('A' + i))}
	for _, a := range addresses {
		c.Addresses = append(c.Addresses, netip.MustParsePrefix(a))
	}
	s, err := New(c)
	require.NoError(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

// wire joins stations: each frame that one sends, all the others are handed, but every
// lossy-th of them is lost. It ends with the test, or with a station.
func wire(t testing.TB, lossy int, stations ...*Station) {
	t.Helper()
	awake, done := make(chan struct{}, 1), make(chan struct{})
	for _, s := range stations {
		require.NoError(t, s.Start(func() {
			select {
			case awake <- struct{}{}:
			default:
			}
		}))
	}
	var ended sync.WaitGroup
	ended.Go(func() {
		buf := make([]byte, 2000)
		for count := 0; ; {
			select {
			case <-awake:
			case <-done:
				return
			}
			for i, from := range stations {
				for {
					n, err := from.Read(buf)
					if err != nil {
						if !errors.Is(err, tap.ErrNothing) {
							return
						}
						break
					}
					if count++; lossy > 0 && count%lossy == 0 {
						continue
					}
					for j, to := range stations {
						if i != j && to.Write(buf[:n]) != nil {
							return
						}
					}
				}
			}
		}
	})
	t.Cleanup(func() { close(done); ended.Wait() })
}

// within waits for something to be so.
func within(t testing.TB, d time.Duration, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(d); !so(); time.Sleep(time.Millisecond) {
		require.True(t, time.Now().Before(end), "%s: not within %v", what, d)
	}
}
