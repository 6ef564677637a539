package player

// AboutNetwork is what a network is made of, and which path of it is shown.
type AboutNetwork struct {
	Path     []string      `json:"path"`     // the names of the stations at its ends
	Stations []string      `json:"stations"` // all
	Devices  []AboutDevice `json:"devices"`
	Cables   []string      `json:"cables"`
	Wires    []AboutWire   `json:"wires"`
	Domains  []string      `json:"domains"`
}

// AboutDevice is a repeater or a bridge.
type AboutDevice struct {
	Name   string `json:"name"`
	Bridge bool   `json:"bridge"`
}

// AboutWire is a link between two things, or a tap on a cable.
type AboutWire struct {
	Ends   [2]string `json:"ends"`
	Metres float64   `json:"metres"`
	Tap    bool      `json:"tap"`
	Line   string    `json:"line"`
	Full   [2]bool   `json:"full"`
	Domain int       `json:"domain"` // -1: it is full duplex, and so in none
}

// aboutNetwork describes the network.
func (p *Player) aboutNetwork() *AboutNetwork {
	s, c := p.Scenario, p.Scenario.LAN()
	t := s.Topology()
	a := &AboutNetwork{Stations: []string{}, Devices: []AboutDevice{}, Cables: []string{}, Wires: []AboutWire{}, Domains: []string{}}
	for _, i := range p.ends {
		a.Path = append(a.Path, s.Config.Stations[i].Name)
	}
	for i := range s.Config.Stations {
		a.Stations = append(a.Stations, s.Config.Stations[i].Name)
	}
	for _, d := range t.Devices {
		a.Devices = append(a.Devices, AboutDevice{d.Name, d.Bridge})
	}
	for _, k := range t.Segments {
		a.Cables = append(a.Cables, k.Name)
	}
	of := make([]int, len(c.Segments))
	for _, d := range c.Domains() {
		number := len(a.Domains)
		if d.Full {
			number = -1
		} else {
			a.Domains = append(a.Domains, d.Name)
		}
		for _, k := range d.Segments {
			of[k] = number
		}
	}
	for _, w := range t.Wires {
		a.Wires = append(a.Wires, AboutWire{Ends: w.Ends, Metres: w.Metres, Tap: w.Tap >= 0, Line: w.Line.Name, Full: w.Full, Domain: of[w.Segment]})
	}
	return a
}
