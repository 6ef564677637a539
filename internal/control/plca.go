package control

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/mac/plca"
)

// PLCA is the answer to the command plca: the parameters of a node by ethtool's names, and its status.
type PLCA struct {
	Station string `json:"station"`
	Port    bool   `json:"port,omitempty"` // station is a port of a bridge, such as sw/bus1
	Enabled bool   `json:"enabled"`
	IDs     []int  `json:"node_id,omitempty"`
	Count   int    `json:"node_cnt,omitempty"`
	ToTimer int    `json:"to_tmr,omitempty"` // bit times
	Bursts  int    `json:"burst_cnt"`
	Timer   int    `json:"burst_tmr,omitempty"` // bit times
	Status  bool   `json:"status"`
}

// Config writes the parameters as ethtool --get-plca-cfg does.
func (p *PLCA) Config(w io.Writer) error {
	if !p.Enabled {
		_, err := fmt.Fprintf(w, "PLCA settings for %s:\n\tEnabled: No\n", p.Station)
		return err
	}
	role, counts := "follower", " (ignored)"
	for _, id := range p.IDs {
		switch id {
		case 0:
			role, counts = "coordinator", ""
		case plca.NoID:
			role = "unconfigured"
		}
	}
	bursts := ""
	if p.Bursts == 0 {
		bursts = " (disabled)"
	}
	_, err := fmt.Fprintf(w, "PLCA settings for %s:\n\tEnabled: Yes\n\tlocal node ID: %s (%s)\n\tNode count: %d%s\n\tTO timer: %d BT\n\tBurst count: %d%s\n\tBurst timer: %d BT\n",
		p.Station, strings.Trim(fmt.Sprint(p.IDs), "[]"), role, p.Count, counts, p.ToTimer, p.Bursts, bursts, p.Timer)
	return err
}

// StatusText writes the status as ethtool --get-plca-status does.
func (p *PLCA) StatusText(w io.Writer) error {
	state := "down"
	if p.Status {
		state = "up"
	}
	_, err := fmt.Fprintf(w, "PLCA status of %s:\n\tStatus: %s\n", p.Station, state)
	return err
}

// plcaKeys are the keys of a scenario for ethtool's names.
var plcaKeys = map[string]struct{ key, unit string }{
	"node-id": {"node_id", ""}, "node-cnt": {"node_count", ""}, "to-tmr": {"to_timer", "bt"}, "burst-cnt": {"burst_count", ""}, "burst-tmr": {"burst_timer", "bt"},
}

// SetPLCA returns the entry that sets parameters of a node, a station or a port of a bridge, in the words of ethtool
// --set-plca-cfg: enable on node-id 3 burst-cnt 2.
func SetPLCA(name string, port bool, words []string) (string, error) {
	if len(words) == 0 || len(words)%2 != 0 {
		return "", fmt.Errorf("write pairs of a name and a value, such as node-id 3 burst-cnt 2")
	}
	var keys [][2]string
	enable := ""
	for k := 0; k < len(words); k += 2 {
		name, value := words[k], words[k+1]
		if name == "enable" {
			if value != "on" && value != "off" {
				return "", fmt.Errorf("enable %s: write on or off", value)
			}
			enable = value
			continue
		}
		of, ok := plcaKeys[name]
		if !ok {
			return "", fmt.Errorf("%q is not a parameter: there are enable, node-id, node-cnt, to-tmr, burst-cnt, burst-tmr", name)
		}
		if n, err := strconv.Atoi(value); err != nil || n < 0 {
			return "", fmt.Errorf("%s %s: write a whole number", name, value)
		}
		keys = append(keys, [2]string{of.key, value + of.unit})
	}
	what := enable
	switch {
	case enable == "off" && len(keys) > 0:
		return "", fmt.Errorf("enable off takes no other parameters")
	case len(keys) > 0:
		var err error
		if what, err = flow(keys); err != nil {
			return "", err
		}
	}
	kind := "station"
	if port {
		kind = "port"
	}
	return flow([][2]string{{kind, name}, {"plca", what}})
}
