package soft_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"

	"github.com/csmacd/csmacd/phy"
	"github.com/csmacd/csmacd/tap"
	"github.com/csmacd/csmacd/tap/soft"
)

// One station serves a page, and a Go program on another fetches from it. What stands
// for the cable here hands each frame over at once.
func Example() {
	host := func(i int, address string, serve ...string) *soft.Station {
		s, err := soft.New(soft.Config{
			Ether:     phy.StationAddress(i),
			Addresses: []netip.Prefix{netip.MustParsePrefix(address)},
			Serve:     serve,
		})
		if err != nil {
			panic(err)
		}
		return s
	}
	alice, bob := host(0, "10.0.0.1/24"), host(1, "10.0.0.2/24", "http")
	defer alice.Close()
	defer bob.Close()
	go cable(alice, bob)

	client := http.Client{Transport: &http.Transport{DialContext: alice.Dial}}
	answer, err := client.Get("http://10.0.0.2/bytes/10000")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer answer.Body.Close()
	n, err := io.Copy(io.Discard, answer.Body)
	fmt.Println(answer.Status, n, err)
	// Output: 200 OK 10000 <nil>
}

func cable(a, b *soft.Station) {
	frame, awake := [1514]byte{}, make(chan struct{}, 1)
	wake := func() {
		select {
		case awake <- struct{}{}:
		default: // it is woken already
		}
	}
	a.Start(wake)
	b.Start(wake)
	for range awake {
		for _, way := range [][2]*soft.Station{{a, b}, {b, a}} {
			for {
				n, err := way[0].Read(frame[:])
				if errors.Is(err, tap.ErrNothing) {
					break
				}
				if err != nil || way[1].Write(frame[:n]) == io.EOF {
					return
				}
			}
		}
	}
}
