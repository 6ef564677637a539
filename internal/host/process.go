//go:build linux

package host

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// startOf returns when a process began, in clock ticks since the machine started: process
// numbers are used again, but not within a tick. ok is false if there is no such process, or if
// it has ended and only its parent has not noticed.
func startOf(pid int) (ticks uint64, ok bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, false
	}
	// The second field, the command in parentheses, may contain anything.
	_, rest, found := strings.Cut(string(text[max(0, strings.LastIndexByte(string(text), ')')):]), " ")
	fields := strings.Fields(rest)
	const state, start = 0, 19 // numbers 3 and 22 of proc(5): two are cut off
	if !found || len(fields) <= start || strings.ContainsAny(fields[state], "ZXx") {
		return 0, false
	}
	ticks, err = strconv.ParseUint(fields[start], 10, 64)
	return ticks, err == nil
}

// boot identifies the machine's present boot.
func boot() string {
	text, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// Alive reports whether the process of a record still runs.
func (r *Record) Alive() bool {
	start, ok := startOf(r.PID)
	return ok && start == r.Start && r.Boot == boot()
}
