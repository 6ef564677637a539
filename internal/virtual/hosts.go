//go:build !js

package virtual

import (
	"fmt"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/tap/soft"
)

// With returns what is to be run of a scenario's network: the network with its soft hosts, or the
// network itself if it has none. Observers are attached to the network.
func With(s *scenario.Scenario, net medium.Network) (medium.Network, error) {
	if err := Check(s, "FILE"); err != nil || len(s.Attached) == 0 {
		return net, err
	}
	m, ok := net.(soft.Medium)
	if !ok {
		return nil, fmt.Errorf("a medium of kind %s has no soft hosts", s.Kind)
	}
	soft.Quiet()
	hosts := map[int]soft.Config{}
	for _, a := range s.Attached {
		hosts[a.Station] = soft.Config{Addresses: a.Addresses, Gateway: a.Gateway, MTU: soft.MTU(m.Params(a.Station)), Serve: a.Serve}
	}
	settings := soft.Settings{Seed: s.Config.Seed, Hosts: hosts, Flows: flows(s), UntilAll: s.FlowsDone, Strange: strange(s, hosts)}
	if s.Contents != nil {
		settings.Replayed = func(b []byte, f medium.Frame) []byte {
			if f.Ref == 0 {
				return b
			}
			return s.Contents.AppendFrame(b, f)
		}
	}
	v, err := soft.NewVirtual(m, settings)
	if err != nil {
		return nil, err // not a nil network in an interface
	}
	return v, nil
}

// OnState arranges for f to be called with the states of flows of what [With] has returned; nil: nobody wants to know.
func OnState(with medium.Network, f func(*medium.FlowState)) {
	if v, ok := with.(*soft.Virtual); ok {
		v.OnState(f)
	}
}

// flows returns the flows of a scenario.
func flows(s *scenario.Scenario) (list []soft.Flow) {
	for i := range s.Flows {
		list = append(list, soft.Flow(s.Flows[i]))
	}
	return list
}

// strange reports whether frames of simulated traffic may reach hosts.
func strange(s *scenario.Scenario, hosts map[int]soft.Config) bool {
	for i := range s.Config.Stations {
		for _, t := range s.Config.Stations[i].Traffic {
			_, host := hosts[t.To.Station]
			if t.To.Whom != traffic.ToStation || host || t.Kind == traffic.KindFrames {
				return true
			}
		}
	}
	return len(s.Config.Timeline) > 0
}

// Warning returns what the user of a scenario with hosts should know about this build, or "".
func Warning(s *scenario.Scenario) string {
	switch {
	case len(s.Attached) == 0:
	case soft.Narrow():
		return "this processor has 32 bits: the stack has other buffers here, so that flows have other digests than elsewhere"
	case soft.Fused():
		return "this build rounds x*y+z once, so that flows may have other digests than those of most other builds: build csmacd with -gcflags=all=-d=fmahash=qn"
	}
	return ""
}

// contents are the octets of the frames of a network with hosts.
type contents struct {
	hosts *soft.Virtual
	rest  trace.Contents
}

// AppendFrame implements [trace.Contents].
func (c contents) AppendFrame(b []byte, f medium.Frame) []byte {
	if b, ok := c.hosts.AppendFrame(b, f); ok {
		return b
	}
	return c.rest.AppendFrame(b, f)
}

// Contents returns the octets of the frames of what With has returned: those of hosts, and else those
// that rest has, which may be nil.
func Contents(with medium.Network, rest trace.Contents) trace.Contents {
	v, ok := with.(*soft.Virtual)
	if !ok {
		return rest
	}
	if rest == nil {
		rest = trace.Simulated{Stations: v}
	}
	return contents{v, rest}
}
