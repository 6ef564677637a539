package recount

// bridgeCount counts what a bridge does.
type bridgeCount struct {
	*bridge
	warmup                                      ps
	forwarded, flooded, filtered, learned, aged int64
}

func (b *bridgeCount) observe(e *event, f *frames) {
	if e.Event == "flood" {
		f.awaits(e, len(b.ports)-1)
	}
	if e.Ps < b.warmup {
		return
	}
	switch e.Event {
	case "forward":
		b.forwarded++
	case "flood":
		b.flooded++
	case "filter":
		b.filtered++
	case "learn":
		b.learned++
	case "age":
		b.aged++
	}
}

// switches sets the figures of bridges.
func (c *recounter) switches() {
	for _, b := range c.network.bridges {
		x, at := c.bridge[b.ports[0].name], "/devices/"+b.name
		c.want.exact(at+"/forwarded", x.forwarded)
		c.want.exact(at+"/flooded", x.flooded)
		c.want.exact(at+"/filtered", x.filtered)
		c.want.exact(at+"/learned", x.learned)
		c.want.exact(at+"/aged", x.aged)
		for i, p := range b.ports {
			m, at := c.macs[p.name], at+"/ports/"+b.to[i]
			c.counters(at+"/counters", m)
			c.want.exact(at+"/dropped", m.dropped)
			c.want.exact(at+"/queue_max", max(m.most, int64(len(m.queue))))
		}
	}
}
