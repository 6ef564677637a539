package scenario

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// What is said about each mistake, word for word.
func TestBadTop(t *testing.T) {
	const end = "\nduration: 1s\nstations: [{name: A}]\n"
	for text, want := range map[string]string{
		"schema: csmacd/scenario/2":  `1:9: schema: "csmacd/scenario/2" is not a format that this version reads: it reads csmacd/scenario/1`,
		"nme: x":                     `1:1: unknown key "nme": did you mean "name"? (keys of a scenario: schema, name, phy, mac, medium, plca, segments, devices, links, backoff, seed, duration, until, warmup, draws, stations, timeline, sweep)`,
		"name: [x]":                  `1:7: name: must be a single value, not a list`,
		`name: "a\nb"`:               `1:7: name: a name is 1 to 200 printable characters, on one line`,
		"name:":                      `1:1: name: has no value: write one, or leave the key out`,
		"phy: 10base-6":              `1:6: phy: "10base-6" is not a phy: did you mean "10base-t"? (csmacd phys lists them: 1base5, 10base5, 10base2, 10base-t, 10base-fl, 10base-t1s, 100base-tx, 100base-fx)`,
		"seed: -1":                   `1:7: seed: -1 is out of range: it must be 0 to 18446744073709551615`,
		"seed: 18446744073709551616": `1:7: seed: 18446744073709551616 is out of range: it must be 0 to 18446744073709551615`,
		"seed: 0x10":                 `1:7: seed: "0x10" is not a whole number: write digits, from 0 to 18446744073709551615`,
		"seed: '3'":                  `1:7: seed: "3" is text: write 3 without quotes`,
		"warmup: 1s":                 `1:9: warmup: 1s is not before the end of the run, at 1s`,
		"warmup: 5":                  `1:9: warmup: 5 has no unit: write it with one, such as 10us, 10ms or 10bt (units: ps, ns, us, ms, s or bt)`,
		"warmup: 31000000s":          `1:9: warmup: "31000000s" is longer than 30 days, the longest time that can be simulated`,
		"warmup: -1s":                `1:9: warmup: "-1s" is negative: write a time from 0s, such as 10ms`,
		"warmup: 1e3s":               `1:9: warmup: "1e3s": "1e3" is not a plain decimal number: write one number and one unit, such as 51.2us`,
		"until: {frames: 3}":         `1:9: until: unknown key "frames": keys of until: frames_sent, frames_delivered, collisions, flows_done, idle`,
		"until: {collisions: 0}":     `1:21: until.collisions: 0 is out of range: it must be 1 to 9223372036854775807`,
		"until: {idle: perhaps}":     `1:15: until.idle: "perhaps" is not a switch: write on or off`,
		"until: idle":                `1:8: until: must be a mapping of keys, not a single value`,
		"draws: file":                `1:8: draws: recorded draws are for media such as store; on a cable write forced draws as a policy: backoff: {policy: scripted, slots: [0, 1]}`,
		"traffic: {}":                `1:1: traffic belongs in a station, or a group of them`,
		"medium: star":               `1:9: medium: the medium is a mapping: write {kind: bus}, or {kind: star, delay: 4us}`,
		"medium: {kind: starr}":      `1:16: medium.kind: "starr" is not a kind of medium: did you mean "star"? (kinds: bus, star, aloha, slotted-aloha, store, server, submit)`,
		"medium: {kind: star}":       `1:9: medium: delay is missing: a star needs the delay between any two of its stations, such as {kind: star, delay: 4us}`,
		"medium: {delay: 4us}":       `1:10: medium: delay is a key of a star: write {kind: star, delay: 4us}, or give the bus a length`,
		"medium: {kind: star, delay: 4us, length: 3m}":                    `1:34: medium: a star has no length: write the delay between its stations, such as delay: 4us`,
		"medium: {kind: star, delay: 4}":                                  `1:29: medium.delay: 4 has no unit: write it with one, such as 10us, 10ms or 10bt (units: ps, ns, us, ms, s or bt)`,
		"medium: {velocity: 1.1}":                                         `1:20: medium.velocity: 1.1 is not a fraction of the speed of light: write a number above 0 and up to 1, such as 0.77`,
		"medium: {velocity: 1e-3}":                                        `1:20: medium.velocity: "1e-3" is not a plain number: write digits and a point, such as 0.5`,
		"medium: {length: 500}":                                           `1:18: medium.length: 500 has no unit: write it with one, such as 500m, or 500bt for a delay (units: m, km; bt, ns, us)`,
		"medium: {length: 5 mm}":                                          `1:18: medium.length: "5 mm" is not a place: write a distance in m or km, or the delay over it in bt, ns or us, such as 500m or 245bt`,
		"medium: {length: -5m}":                                           `1:18: medium.length: "-5m" is negative: write a distance from 0m, such as 100m`,
		"mac: {ifg: 1000000s, jam: 500000s}":                              `1:6: mac: header, jam and gap together are more than 15 days`,
		"mac: {ifg_after_backoff: 97bt}":                                  `1:26: mac.ifg_after_backoff: a gap after a backoff must be at least 1bt and at most the whole gap of 96bt`,
		"medium: {length: 1e300km}":                                       `1:18: medium.length: 1e300km is farther than a signal travels in 30 days, the longest time that can be simulated`,
		"backoff: bebe":                                                   `1:10: backoff: "bebe" is not a backoff policy: did you mean "beb"? (policies: beb, beb-untruncated, windowed, exponential-window, polynomial, linear, uniform, rcp, geometric, none, fixed, opencores, exponential, full-jitter, equal-jitter, decorrelated, thain, ftsh, google, norm-variate, sip, scripted, custom)`,
		"backoff: {limit: 3}":                                             `1:10: backoff: policy is missing: write {policy: beb, PARAMETER: VALUE, ...}`,
		"backoff: {policy: beb, limit: 31}":                               `1:31: backoff.limit: 31 is out of range: it must be 0 to 30`,
		"backoff: {policy: beb, base: 2}":                                 `1:24: backoff: unknown key "base": keys of backoff policy beb: policy, limit, attempts, elapsed, unit`,
		"backoff: {policy: exponential-window, base: 0.9}":                `1:45: backoff.base: 0.9 is out of range: it must be 1 to 1024`,
		"backoff: scripted":                                               `1:10: backoff: slots is missing: write {policy: scripted, slots: [0, 1]}`,
		"backoff: {policy: scripted, slots: 3}":                           `1:36: backoff.slots: slots must be a list, such as slots: [0, 1]`,
		"backoff: {policy: scripted, slots: [-1]}":                        `1:37: backoff.slots[0]: -1 is out of range: it must be 0 to 1000000000`,
		"backoff: {policy: uniform, k: 1000000000}\nmac: {slot_time: 1s}": `1:10: backoff: a backoff of 999999999 slots of 1s is longer than 30 days, the longest time that can be simulated`,
	} {
		assert.Equal(t, "test.yaml:"+want, bad(t, text+end), text)
	}
}

func TestBadMac(t *testing.T) {
	for text, want := range map[string]string{
		"igf: 3bt":                       `7: mac: unknown key "igf": did you mean "ifg"? (keys of mac: bit_time, rate, as, header, jam, ifg, ifg_part1, slot_time, late_window, backoff_delay, max_defer, attempt_limit, backoff_limit, min_frame, max_frame, late_collision, ifg_after_backoff, rx_gap, blind_start, complete_header, carrier_sense, collision_detect, persistence, align)`,
		"header: 64.5bt":                 `15: mac.header: 64.5bt is 64.5 bit times: it must be a whole number of bit times`,
		"jam: 0bt":                       `12: mac.jam: must be at least 1 bit time`,
		"jam: 10":                        `12: mac.jam: 10 has no unit: write it with one, such as 10us, 10ms or 10bt (units: ps, ns, us, ms, s or bt)`,
		"ifg_part1: 97bt":                `18: mac.ifg_part1: 97bt is longer than the whole gap of 96bt`,
		"slot_time: 0":                   `18: mac.slot_time: must be more than 0`,
		"attempt_limit: 0":               `22: mac.attempt_limit: 0 is out of range: it must be 1 to 255`,
		"attempt_limit: 16.5":            `22: mac.attempt_limit: "16.5" is not a whole number: write digits, from 1 to 255`,
		"backoff_limit: 31":              `22: mac.backoff_limit: 31 is out of range: it must be 0 to 30`,
		"min_frame: 17":                  `18: mac.min_frame: 17 is out of range: it must be 18 to 65535`,
		"min_frame: 1519":                `18: mac.min_frame: min_frame, 1519 octets, is above max_frame, 1518`,
		"max_frame: 63":                  `18: mac.max_frame: min_frame, 64 octets, is above max_frame, 63`,
		"max_frame: 65536":               `18: mac.max_frame: 65536 is out of range: it must be 18 to 65535`,
		"late_collision: drop":           `23: mac.late_collision: "drop" is not a treatment of late collisions: allowed: retry, discard`,
		"carrier_sense: 0":               `22: mac.carrier_sense: "0" is not a switch: write on or off`,
		"persistence: 0":                 `20: mac.persistence: 0 is not a probability above 0 and up to 1`,
		"persistence: 1.5":               `20: mac.persistence: 1.5 is not a probability above 0 and up to 1`,
		"persistence: never":             `20: mac.persistence: persistence must be 1, non, a probability between 0 and 1, or {p: 0.1, slot: 512bt}`,
		"persistence: {slot: 512bt}":     `20: mac.persistence: p is missing: write {p: 0.1, slot: 512bt}`,
		"persistence: {p: 0.1, slot: 0}": `35: mac.persistence.slot: must be more than 0`,
		"align: on":                      `14: mac.align: "on" is not a time: write a number and ps, ns, us, ms, s or bt (bit times), such as 51.2us or 512bt`,
		"bit_time: 1bt":                  `17: mac.bit_time: "1bt" is not a time: write a number and ps, ns, us, ms or s, such as 10ms`,
		"bit_time: 100":                  `17: mac.bit_time: 100 has no unit: write it with one, such as 100ns or 1us (units: ps, ns, us, ms or s)`,
		"bit_time: 2s":                   `17: mac.bit_time: a bit time must be 1ps to 1s`,
		"rate: 3Mbps":                    `13: mac.rate: "3Mbps" makes the bit time not a whole number of picoseconds, or longer than a second`,
		"rate: 10Mbps, bit_time: 1us":    `13: mac.rate: bit_time already says this: give one of the two`,
	} {
		assert.Equal(t, "test.yaml:1:"+want, bad(t, "mac: {"+text+"}\nduration: 1s\nstations: [{name: A}]\n"), text)
	}
	assert.Equal(t, `test.yaml:3:10: stations[0].mac: all stations of a medium share one rate: write rate in the scenario's mac`,
		bad(t, around("- {mac: {rate: 10Mbps}}")))
}

func TestBadStations(t *testing.T) {
	for text, want := range map[string]string{
		"- {nam: A}":               `3:4: stations[0]: unknown key "nam": did you mean "name"? (keys of a station: count, name, via, link, pause, at, from, spacing, plca, queue, ether, attach, mac, backoff, traffic, latency, mii, mii_phase)`,
		"- {name: A, to: B}":       `3:13: stations[0]: to belongs in the station's traffic`,
		"- A":                      `3:3: stations[0]: must be a mapping of keys, not a single value`,
		"- {name: A}\n- {name: A}": `4:10: stations[1].name: the name "A" is already used by stations[0] (line 3, column 10)`,
		"- {name: h01}\n- {name: 'h%02d', count: 3}": `4:10: stations[1].name: the name "h01" is already used by stations[0] (line 3, column 10)`,
		"- {name: next}":                    `3:10: stations[0].name: "next" cannot be a station's name: it has a meaning of its own in the key to`,
		"- {name: '02:00:00:00:00:01'}":     `3:10: stations[0].name: "02:00:00:00:00:01" cannot be a station's name: it is an address`,
		"- {name: ''}":                      `3:10: stations[0].name: a station's name is 1 to 64 printable characters`,
		"- {name: 'h%d'}":                   `3:10: stations[0].name: "h%d" has a number in it: give count, the number of stations in the group`,
		"- {name: h, count: 2}":             `3:10: stations[0].name: 2 stations cannot share one name: put a number into it, such as "h%02d"`,
		"- {name: 'h%s', count: 2}":         `3:10: stations[0].name: a % in a name must be one number: %d, or %02d with leading zeros`,
		"- {name: 'h%3d', count: 2}":        `3:10: stations[0].name: a % in a name must be one number: %d, or %02d with leading zeros`,
		"- {name: '%d-%d', count: 2}":       `3:10: stations[0].name: a % in a name must be one number: %d, or %02d with leading zeros`,
		"- {name: '%099d', count: 2}":       `3:10: stations[0].name: a station's name is 1 to 64 printable characters`,
		"- {count: 0}":                      `3:11: stations[0].count: 0 is out of range: it must be 1 to 2000000`,
		"- {count: 2000001}":                `3:11: stations[0].count: 2000001 is out of range: it must be 1 to 2000000`,
		"- {count: 1999999}\n- {count: 2}":  `4:11: stations[1].count: there are more than 2000000 stations, the most that a scenario can have`,
		"- {count: 10000000000}":            `3:11: stations[0].count: 10000000000 is out of range: it must be 1 to 2000000`,
		"- {queue: 0}":                      `3:11: stations[0].queue: 0 is out of range: it must be 1 to 100000000`,
		"- {at: 5}":                         `3:8: stations[0].at: 5 has no unit: write it with one, such as 500m, or 500bt for a delay (units: m, km; bt, ns, us)`,
		"- {from: 5m}":                      `3:10: stations[0].from: from is a key of a group: give count, the number of its stations, or write at`,
		"- {spacing: 5m}":                   `3:13: stations[0].spacing: spacing is a key of a group: give count, the number of its stations`,
		"- {count: 2, at: 0m, from: 5m}":    `3:28: stations[0].from: at already says this: give one of the two`,
		"- {count: 2, at: 0m, spacing: 5m}": `3:31: stations[0].spacing: at puts all stations of the group in one place: write from instead of at`,
		"- {count: 200, spacing: 29999s}":   `3:25: stations[0].spacing: this is farther than a signal travels in 30 days, the longest time that can be simulated`,
	} {
		assert.Equal(t, "test.yaml:"+want, bad(t, around(text)), text)
	}
	for text, want := range map[string]string{
		"stations: {}": `2:11: stations: stations is a list: begin each station with a dash, such as - {name: A}`,
		"stations:\n  A: {at: 0m}\n  B: {at: 5m}":          `3:3: stations: stations is a list: begin each station with a dash, such as - {name: A}`,
		"medium: {kind: store}\nstations: {A: {works: 2}}": `3:11: stations: stations is a list: begin each station with a dash, such as - {name: A}`,
		"stations: []": `2:11: stations: there are no stations: list at least one`,
		"name: x":      `1:1: there are no stations: list at least one under the key stations`,
		"medium: {length: 10m}\nstations: [{at: 11m}]":                         `3:17: stations[0].at: this is beyond the end of the cable, which is 10m long`,
		"medium: {length: 10m}\nstations: [{count: 3, from: 1m, spacing: 5m}]": `3:42: stations[0].spacing: this is beyond the end of the cable, which is 10m long`,
	} {
		assert.Equal(t, "test.yaml:"+want, bad(t, "duration: 1s\n"+text), text)
	}
}

func TestBadTraffic(t *testing.T) {
	for text, want := range map[string]string{
		"saturated":                                            `3:40: stations[0].traffic: must be a mapping of keys, not a single value`,
		"{size: 64}":                                           `3:40: stations[0].traffic: kind is missing: write {kind: saturated}, or another of frames, saturated, poisson, onoff, think, pcap, tcp, http, udp, ping`,
		"{kind: poison}":                                       `3:47: stations[0].traffic.kind: "poison" is not a kind of traffic: did you mean "poisson"? (allowed: frames, saturated, poisson, onoff, think, pcap, tcp, http, udp, ping)`,
		"{kind: saturated, rate: 3}":                           `3:58: stations[0].traffic: unknown key "rate": keys of traffic of kind saturated: kind, size, to`,
		"[{kind: saturated}, {kind: x}]":                       `3:67: stations[0].traffic[1].kind: "x" is not a kind of traffic: allowed: frames, saturated, poisson, onoff, think, pcap, tcp, http, udp, ping`,
		"{kind: frames, starts: 0s}":                           `3:63: stations[0].traffic.starts: starts must be a list of times, such as [0s, 10ms]`,
		"{kind: frames, starts: [1]}":                          `3:64: stations[0].traffic.starts[0]: 1 has no unit: write it with one, such as 10us, 10ms or 10bt (units: ps, ns, us, ms, s or bt)`,
		"{kind: frames, starts: [], count: 2}":                 `3:74: stations[0].traffic.count: starts already says this: give starts, or start, count and interval`,
		"{kind: frames, count: 2}":                             `3:62: stations[0].traffic.count: interval is missing: the time from one of the 2 frames to the next`,
		"{kind: poisson}":                                      `3:40: stations[0].traffic: rate (frames or bits per second of each station) or load (share of the line rate of all 2 together) is missing`,
		"{kind: poisson, rate: 3, load: 1}":                    `3:71: stations[0].traffic.load: rate already says this: give one of the two`,
		"{kind: poisson, rate: 0}":                             `3:62: stations[0].traffic.rate: must be more than 0`,
		"{kind: poisson, rate: 100/s}":                         `3:62: stations[0].traffic.rate: "100/s" is not a rate: write one such as 50, frames per second, or 2Mb/s`,
		"{kind: poisson, rate: 0.0000001}":                     `3:62: stations[0].traffic.rate: 0.0000001 leaves more than 30 days between frames`,
		"{kind: poisson, rate: 9999999999999}":                 `3:62: stations[0].traffic.rate: 9999999999999 leaves less than a picosecond between frames`,
		"{kind: onoff, on: 1ms, rate: 5}":                      `3:40: stations[0].traffic: off is missing: a mean time, such as {kind: onoff, on: 10ms, off: 90ms, rate: 1000}`,
		"{kind: onoff, on: 1ms, off: 0}":                       `3:40: stations[0].traffic: rate (frames or bits per second) or interval (the time between frames) is missing`,
		"{kind: onoff, on: 0, off: 0, rate: 1}":                `3:58: stations[0].traffic.on: must be more than 0`,
		"{kind: onoff, on: 1s, off: 0, rate: 1, interval: 1s}": `3:89: stations[0].traffic.interval: rate already says this: give one of the two`,
		"{kind: think}":                                        `3:40: stations[0].traffic: think is missing: the mean time before each frame, such as think: 10ms`,
		"{kind: pcap}":                                         `3:40: stations[0].traffic: file is missing: the pcap or pcapng file to replay`,
		"{kind: pcap, file: x.pcap}":                           `3:59: stations[0].traffic.file: the page, a lab and plot --theory read no such file: use csmacd run`,

		"{kind: saturated, size: 20}":               `3:64: stations[0].traffic.size: 20 is below the minimum frame of 64 octets (mac: {min_frame: ...} changes that)`,
		"{kind: saturated, size: 1519}":             `3:64: stations[0].traffic.size: 1519 is above the maximum frame of 1518 octets (mac: {max_frame: ...} changes that)`,
		"{kind: saturated, size: 64.5}":             `3:64: stations[0].traffic.size: "64.5" is not a whole number: write digits, from 1 to 65535`,
		"{kind: saturated, size: big}":              `3:64: stations[0].traffic.size: "big" is not a size: write octets from destination address to FCS, such as 1518, a list such as [64, 1518], {64: 7, 1518: 1} with weights, "uniform(64,1518)", or imix`,
		"{kind: saturated, size: '64'}":             `3:64: stations[0].traffic.size: "64" is text: write 64 without quotes`,
		"{kind: saturated, size: []}":               `3:64: stations[0].traffic.size: a list of sizes must have 1 to 10000 items`,
		"{kind: saturated, size: [64, 20]}":         `3:69: stations[0].traffic.size[1]: 20 is below the minimum frame of 64 octets (mac: {min_frame: ...} changes that)`,
		"{kind: saturated, size: [[64]]}":           `3:65: stations[0].traffic.size[0]: a size with its weight is two numbers, such as [64, 7]`,
		"{kind: saturated, size: [[64, 0]]}":        `3:70: stations[0].traffic.size[0][1]: 0 is out of range: it must be 1 to 1000000000`,
		"{kind: saturated, size: [{weight: 2}]}":    `3:65: stations[0].traffic.size[0]: size is missing: write {size: 64, weight: 7}`,
		"{kind: saturated, size: {64: 1, x: 2}}":    `3:72: stations[0].traffic.size: "x" is not a size in octets: write sizes with their weights, such as {64: 7, 1518: 1}`,
		"{kind: saturated, size: {20: 1}}":          `3:69: stations[0].traffic.size.20: the size 20 is below the minimum frame of 64 octets (mac: {min_frame: ...} changes that)`,
		"{kind: saturated, size: uniform(64,x)}":    `3:64: stations[0].traffic.size: "uniform(64,x)" is not a size: write uniform(a,b) with two whole numbers, such as uniform(64,1518)`,
		"{kind: saturated, size: 'uniform(64)'}":    `3:64: stations[0].traffic.size: "uniform(64)" is not a size: write uniform(a,b) with two whole numbers, such as uniform(64,1518)`,
		"{kind: saturated, size: 'uniform(99,64)'}": `3:64: stations[0].traffic.size: uniform(99,64) has its bounds in the wrong order: write the smaller one first`,
		"{kind: saturated, size: 'uniform(9,64)'}":  `3:64: stations[0].traffic.size: 9 is below the minimum frame of 64 octets (mac: {min_frame: ...} changes that)`,

		"{kind: saturated, to: hob00}": `3:62: stations[0].traffic.to: there is no station "hob00": did you mean "hub00"?`,
		"{kind: saturated, to: rand}":  `3:62: stations[0].traffic.to: there is no station "rand": write a station's name, next, random, broadcast, or an address such as 01:00:5e:00:00:01`,
		"{kind: saturated, to: 1}":     `3:62: stations[0].traffic.to: there is no station "1": write a station's name, next, random, broadcast, or an address such as 01:00:5e:00:00:01`,
		"{kind: saturated, to: hub01}": `3:62: stations[0].traffic.to: hub01 is one of this group and would send to itself: give it an item of its own, or write next or random`,
		"{kind: saturated, to: [A]}":   `3:62: stations[0].traffic.to: must be a single value, not a list`,
	} {
		assert.Equal(t, "test.yaml:"+want, bad(t, around("- {name: 'hub%02d', count: 2, traffic: "+text+"}")+"\n- {name: A}"), text)
	}
	for _, to := range []string{"A", "'02:00:00:00:00:01'"} {
		assert.Equal(t, "test.yaml:3:44: stations[0].traffic.to: a station cannot send to itself",
			bad(t, around("- {name: A, traffic: {kind: saturated, to: "+to+"}}\n- {name: B}")))
	}
	assert.Equal(t, "test.yaml:4:13: stations[0].traffic: the default size 1518 is above the maximum frame of 1000 octets (mac: {max_frame: ...} changes that)",
		bad(t, "mac: {max_frame: 1000}\n"+around("- {traffic: {kind: saturated}}\n- {}")))
}

func TestBadEnd(t *testing.T) {
	for text, want := range map[string]string{
		"stations: [{}]":                    `1:1: nothing ends the run: write duration: 1s, or until: {frames_sent: 100} or {idle: true}`,
		"until: {}\nstations: [{}]":         `1:8: until: none of its conditions ends the run: write until: {idle: true}, or a duration`,
		"until: {idle: no}\nstations: [{}]": `1:8: until: none of its conditions ends the run: write until: {idle: true}, or a duration`,
		"duration: 0\nstations: [{}]":       `1:11: duration: must be more than 0`,
		"until: {idle: true}\nstations: [{}, {traffic: {kind: saturated}}]": `1:8: until: the run never becomes idle: the saturated traffic of stations[1] has no end; write a duration`,
	} {
		assert.Equal(t, "test.yaml:"+want, bad(t, text), text)
	}
}

// Everything that is wrong is said at once, in order of position.
func TestAllAtOnce(t *testing.T) {
	assert.Equal(t, `test.yaml:1:6: phy: "ethernet" is not a phy: csmacd phys lists them: 1base5, 10base5, 10base2, 10base-t, 10base-fl, 10base-t1s, 100base-tx, 100base-fx
test.yaml:2:12: mac.jam: "long" is not a time: write a number and ps, ns, us, ms, s or bt (bit times), such as 51.2us or 512bt
test.yaml:3:1: unknown key "statons": did you mean "stations"? (keys of a scenario: schema, name, phy, mac, medium, plca, segments, devices, links, backoff, seed, duration, until, warmup, draws, stations, timeline, sweep)
test.yaml:5:10: stations[0].name: "random" cannot be a station's name: it has a meaning of its own in the key to
test.yaml:6:53: stations[1].traffic.size: 20 is below the minimum frame of 64 octets (mac: {min_frame: ...} changes that)
test.yaml:7:1: seed: has no value: write one, or leave the key out
--set mac.ifg: "wide" is not a time: write a number and ps, ns, us, ms, s or bt (bit times), such as 51.2us or 512bt
--set medium.length: 5 has no unit: write it with one, such as 500m, or 500bt for a delay (units: m, km; bt, ns, us)`,
		bad(t, `phy: ethernet
mac: {jam: long}
statons: []
stations:
- {name: random}
- {name: B, traffic: {kind: saturated, to: A, size: 20}}
seed:
duration: 1s`, "mac.ifg=wide", "medium.length=5"))
}

// A misspelt key is the cause, and what follows from it is not said.
func TestAMisspeltKeyIsTheCause(t *testing.T) {
	for text, key := range map[string]string{
		"duraton: 1s\nstations: [{name: A}]":   `unknown key "duraton": did you mean "duration"`,
		"duration: 1s\nstation: [{name: A}]":   `unknown key "station": did you mean "stations"`,
		"untill: {idle: true}\nstations: [{}]": `unknown key "untill": did you mean "until"`,
	} {
		said := bad(t, text)
		assert.Contains(t, said, key)
		assert.NotContains(t, said, "nothing ends the run")
		assert.NotContains(t, said, "there are no stations")
	}
	assert.Contains(t, bad(t, "color: red\nstations: [{}]"), "nothing ends the run", "no key is like duration")
	assert.Contains(t, bad(t, "duration: 1s\nstations: [{traffic: {kind: poisson, load: -1}}]"), "must be more than 0")
}
