package report

import (
	"fmt"
	"text/tabwriter"

	"github.com/csmacd/csmacd/medium"
)

// network reports whether a result is that of a network of collision domains.
func network(r *medium.Result) bool { return r.Medium.Kind == medium.Networked }

// network writes the figures of a network: from end to end, then of its domains and devices.
func (s *summary) network() {
	m := &s.r.Medium
	t := tabwriter.NewWriter(s, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "throughput\t%s\tJain %.3f\n", rate(m.ThroughputBps), m.Jain)
	fmt.Fprintf(t, "frames\toffered %s\tsent %s\tdelivered %s\n", count(m.FramesOffered), count(m.FramesSent), count(m.FramesDelivered))
	fmt.Fprintf(t, "\tlost %s\tdropped %s\tqueued %s\n", count(m.FramesLost), count(m.FramesDropped), count(m.FramesQueued))
	if len(s.r.Domains) > 0 { // full-duplex links have neither
		fmt.Fprintf(t, "attempts\t%s\tcollisions %s\t\n", count(m.Attempts), count(m.Collisions))
	}
	t.Flush()
	s.domains()
	for i := range s.r.Devices {
		s.device(&s.r.Devices[i])
	}
}

func (s *summary) domains() {
	t := tabwriter.NewWriter(s, 0, 0, 1, ' ', tabwriter.AlignRight)
	what := "domain"
	if len(s.r.Links) > 0 {
		what = "domain, link"
	}
	fmt.Fprintf(t, "\n%s\tsuccess\tcollision\tidle\toffered\tsent\tdropped\tattempts\tcollisions\t\n", what)
	all := s.r.Lines()
	shown := s.first(len(all))
	for i := range all[:shown] {
		d := &all[i]
		m := &d.Medium
		share, collisions := percent(m.ShareCollision), count(m.Collisions)
		if m.Kind == medium.FullDuplex { // it cannot have any
			share, collisions = "-", "-"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", clip(d.Name, 16), percent(m.ShareSuccess), share, percent(m.ShareIdle),
			count(m.FramesOffered), count(m.FramesSent), count(m.FramesDropped), count(m.Attempts), collisions)
	}
	t.Flush()
	s.more(len(all)-shown, what+"s")
}

// first returns how many of n rows a table has room for.
func (s *summary) first(n int) int {
	if n > Rows {
		return Rows - 4
	}
	return n
}

// more says how many rows a table leaves out.
func (s *summary) more(left int, what string) {
	if left > 0 {
		fmt.Fprintf(s, "  and %s more %s: --json FILE lists all\n", count(uint64(left)), what)
	}
}

func (s *summary) device(d *medium.Device) {
	fmt.Fprintf(s, "\n%s %s: ", d.Kind, clip(d.Name, 40))
	shown := s.first(len(d.Ports))
	t := tabwriter.NewWriter(s, 0, 0, 1, ' ', tabwriter.AlignRight)
	if b := d.BridgeFigures; b != nil {
		fmt.Fprintf(s, "forwarded %s, flooded %s, filtered %s; learned %s, aged %s\n", count(b.Forwarded), count(b.Flooded), count(b.Filtered), count(b.Learned), count(b.Aged))
		fmt.Fprint(t, "port\tsent\treceived\tdropped\tqueue max\tlate\tFCS\talignment\tfragments\t\n")
		for i := range d.Ports[:shown] {
			p := &d.Ports[i]
			c := p.MAC
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%d\t%s\t%s\t%s\t%s\t\n", clip(p.To, 16), count(c.FramesTransmittedOK), count(c.FramesReceivedOK),
				count(p.Dropped), p.QueueMax, count(c.LateCollisions), count(c.FrameCheckSequenceErrors), count(c.AlignmentErrors), count(c.Fragments))
		}
	}
	if r := d.RepeaterFigures; r != nil {
		fmt.Fprintf(s, "transmit collisions %s\n", count(r.TransmitCollisions))
		fmt.Fprint(t, "port\tframes\toctets\tcollisions\tFCS\talignment\tshort\trunts\tpartitions\tnow\t\n")
		for i := range d.Ports[:shown] {
			p := &d.Ports[i]
			c := p.Repeated
			now := "on"
			switch {
			case !p.Enabled:
				now = "off"
			case p.Partitioned:
				now = "partitioned"
			}
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", clip(p.To, 16), count(c.ReadableFrames), count(c.ReadableOctets), count(c.Collisions),
				count(c.FrameCheckSequenceErrors), count(c.AlignmentErrors), count(c.ShortEvents), count(c.Runts), count(c.AutoPartitions), now)
		}
	}
	t.Flush()
	s.more(len(d.Ports)-shown, "ports")
}
