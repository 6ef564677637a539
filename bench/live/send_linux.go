package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// sendWord is the argument that makes this program a sender, within a host.
const sendWord = "send"

const floodPort = 8302

// sent is the report of a sender at its end.
type sent struct {
	Sent     float64 `json:"sent"`
	Received float64 `json:"received"` // datagrams from the other host, of the same size
	Seconds  float64 `json:"seconds"`  // from the first of these to the last
}

// datagrams are the orders of a sender: the destination, the size in octets, the rate (0: it only
// receives), the start and the duration.
type datagrams struct {
	to     string
	octets int
	rate   float64 // per second
	from   time.Time
	during time.Duration
}

func (d datagrams) args(self string) []string {
	return []string{self, sendWord, d.to, fmt.Sprint(d.octets), fmt.Sprint(d.rate), fmt.Sprint(d.from.UnixNano()), d.during.String()}
}

func send(args []string) error {
	if len(args) != 5 {
		return errors.New("for use by live itself: send TO OCTETS RATE FROM DURING")
	}
	d := datagrams{to: args[0]}
	var from int64
	errs := [4]error{}
	d.octets, errs[0] = strconv.Atoi(args[1])
	d.rate, errs[1] = strconv.ParseFloat(args[2], 64)
	from, errs[2] = strconv.ParseInt(args[3], 10, 64)
	d.during, errs[3] = time.ParseDuration(args[4])
	if err := errors.Join(errs[:]...); err != nil {
		return err
	}
	d.from = time.Unix(0, from)
	got, err := d.exchange()
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(got)
}

// exchange sends, and counts what comes from the same host meanwhile and shortly after.
func (d datagrams) exchange() (sent, error) {
	conn, err := net.DialUDP("udp4", &net.UDPAddr{Port: floodPort}, &net.UDPAddr{IP: net.ParseIP(d.to), Port: floodPort})
	if err != nil {
		return sent{}, err
	}
	defer conn.Close()
	_ = conn.SetReadBuffer(4 << 20) // as much as the machine allows
	until := d.from.Add(d.during)
	if err := conn.SetReadDeadline(until.Add(500 * time.Millisecond)); err != nil {
		return sent{}, err
	}
	var s sent
	var count atomic.Int64
	var first, last time.Time
	heard := make(chan struct{})
	go func() {
		defer close(heard)
		for b := make([]byte, 2048); ; {
			n, err := conn.Read(b)
			switch {
			case errors.Is(err, os.ErrDeadlineExceeded):
				return
			case err == nil && n == d.octets:
				if last = time.Now(); count.Add(1) == 1 {
					first = last
				}
			}
		}
	}()
	s.Sent = float64(d.flood(conn, until))
	<-heard
	s.Received, s.Seconds = float64(count.Load()), last.Sub(first).Seconds()
	return s, nil
}

// flood sends at the rate, one burst per tick. Datagrams that the host drops count as sent.
func (d datagrams) flood(conn *net.UDPConn, until time.Time) (count int) {
	time.Sleep(time.Until(d.from))
	tick := 10 * time.Millisecond
	if d.rate > 5000 {
		tick = time.Millisecond
	}
	octets := make([]byte, d.octets)
	for now := time.Now(); d.rate > 0 && now.Before(until); now = time.Now() {
		// It does not catch up on time in which the machine did not run this program.
		for range int(d.rate*tick.Seconds() + 1) {
			_, _ = conn.Write(octets)
			count++
		}
		time.Sleep(tick)
	}
	return count
}

// introduce makes, at a host, a permanent entry for another host's address. Otherwise its kernel would
// ask for the address now and then. If queues hold frames of seconds, no answer comes in time, and
// the host has nothing to send for seconds, which is not an effect of the medium.
func (c *cable) introduce(ctx context.Context, host, other int) error {
	device := func(host int) string { return fmt.Sprintf("h%d", host) }
	out, err := c.in(ctx, 10*time.Second, other, "ip", "-o", "link", "show", "dev", device(other))
	if err != nil {
		return err
	}
	_, after, _ := strings.Cut(string(out), "link/ether ")
	ether, _, found := strings.Cut(after, " ")
	if !found {
		return fmt.Errorf("h%d: no address in %q", other, out)
	}
	_, err = c.in(ctx, 10*time.Second, host, "ip", "neigh", "replace", address(other), "lladdr", ether, "dev", device(host), "nud", "permanent")
	return err
}

// exchangeAll makes several hosts send at the same time; all[i] are the orders of host i+1.
func (c *cable) exchangeAll(ctx context.Context, all []datagrams) ([]sent, error) {
	type answer struct {
		host int
		sent
		err error
	}
	answers := make(chan answer)
	for i, d := range all {
		go func() {
			a := answer{host: i}
			limit := time.Until(d.from) + d.during + 20*time.Second
			out, err := c.in(ctx, limit, i+1, d.args(c.self)...)
			if err == nil {
				err = json.Unmarshal(out, &a.sent)
			}
			a.err = err
			answers <- a
		}()
	}
	list := make([]sent, len(all))
	var errs []error
	for range all {
		a := <-answers
		list[a.host] = a.sent
		errs = append(errs, a.err)
	}
	return list, errors.Join(errs...)
}
