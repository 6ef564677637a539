//go:build ignore

// Draws a run's events as a space-time diagram, SVG on standard output: the cable
// from left to right, time downwards, each transmission travelling both ways.
//
//	csmacd run FILE --quiet --events - | go run docs/spacetime.go A=0 B=245 > picture.svg
//
// The arguments are the stations' places in bit times.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
)

type event struct {
	Bits    float64
	Station string
	Event   string
	OK      bool
	Slots   int
	Until   float64 `json:"until_bits"`
	Attempt int
}

type transmission struct{ start, jam, end float64 }

const (
	left, top, width = 180.0, 60.0, 400.0
	scale            = 0.2 // pixels a bit time
)

func main() {
	places := map[string]float64{}
	var names []string
	last := 0.0
	for _, a := range os.Args[1:] {
		name, at, _ := strings.Cut(a, "=")
		places[name], _ = strconv.ParseFloat(at, 64)
		last = max(last, places[name])
		names = append(names, name)
	}
	sent := map[string][]transmission{}
	var backoffs []event
	ends := 0.0
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		var e event
		if err := json.Unmarshal(in.Bytes(), &e); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		ends = max(ends, e.Bits)
		n := len(sent[e.Station]) - 1
		switch e.Event {
		case "tx_start":
			sent[e.Station] = append(sent[e.Station], transmission{start: e.Bits})
		case "jam_start":
			sent[e.Station][n].jam = e.Bits
		case "tx_end":
			sent[e.Station][n].end = e.Bits
		case "backoff":
			backoffs = append(backoffs, e)
		}
	}
	x := func(p float64) float64 { return left + p/last*width }
	y := func(t float64) float64 { return top + t*scale }
	height := y(ends) + 30
	fmt.Printf(`<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" font-family="sans-serif" font-size="12">`+"\n",
		left+width+left, height, left+width+left, height)
	fmt.Println(`<rect width="100%" height="100%" fill="#ffffff"/>`)
	colours := []string{"#3b7dd8", "#e08a2e", "#4aa564", "#9b59b6"}
	for i, name := range names {
		for _, s := range sent[name] {
			shape(x, y, places[name], last, s.start, s.end, colours[i%len(colours)], 0.45)
			if s.jam > 0 {
				shape(x, y, places[name], last, s.jam, s.end, "#c0392b", 0.8)
			}
		}
	}
	sort.Strings(names)
	for _, name := range names {
		p := x(places[name])
		fmt.Printf(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#333"/>`+"\n", p, top, p, y(ends))
		fmt.Printf(`<text x="%.1f" y="%.1f" text-anchor="middle" font-size="15" font-weight="bold">%s</text>`+"\n", p, top-14, name)
		anchor, dx := "end", -8.0
		if places[name] > last/2 {
			anchor, dx = "start", 8
		}
		for _, s := range sent[name] {
			text := fmt.Sprintf("starts at %g", s.start)
			fmt.Printf(`<text x="%.1f" y="%.1f" text-anchor="%s">%s</text>`+"\n", p+dx, y(s.start)+4, anchor, text)
		}
		for _, b := range backoffs {
			if b.Station != name {
				continue
			}
			fmt.Printf(`<text x="%.1f" y="%.1f" text-anchor="%s" fill="#c0392b">jam ends at %g: draws %d</text>`+"\n", p+dx, y(b.Bits)+4, anchor, b.Bits, b.Slots)
		}
	}
	fmt.Printf(`<text x="%.1f" y="20" text-anchor="middle">time in bit times, downwards; red: jam</text>`+"\n", left+width/2)
	fmt.Println("</svg>")
}

// shape is what a signal from p, from start to end, covers of the cable over time.
func shape(x, y func(float64) float64, p, last, start, end float64, colour string, opacity float64) {
	for _, far := range []float64{0, last} {
		d := max(far-p, p-far)
		if d == 0 {
			continue
		}
		fmt.Printf(`<polygon points="%.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f" fill="%s" fill-opacity="%g"/>`+"\n",
			x(p), y(start), x(far), y(start+d), x(far), y(end+d), x(p), y(end), colour, opacity)
	}
}
