package scenario

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/attach"
	"github.com/csmacd/csmacd/internal/schematest"
	"github.com/csmacd/csmacd/phy"
)

// elsewhere are the mappings of the schema that other packages hold their keys to: plan,
// resource and attach, and policies those that begin with policy-.
var elsewhere = []string{
	"sweep", "axis", "derived",
	"aloha", "slotted-aloha", "users", "store", "writers", "leg", "submit", "submitters", "server", "times", "stop", "callers",
	"attach-tap", "attach-stream", "attach-dgram", "attach-soft", "soft", "attach-iface", "attach-udp", "udp",
}

// The reader and the schema know the same keys, in every mapping.
func TestSchemaKeys(t *testing.T) {
	s := schematest.Read(t)
	want := map[string][]string{
		"mac": macTable.Keys(), "stationMac": stationMacTable.Keys(), "persistence": persistTable.Keys(),
		"bus": busTable.Keys(), "star": starTable.Keys(), "until": untilTable.Keys(),
		"station": groupTable.Keys(), "weighted": weightedTable.Keys(),
		"segment-bus": segmentTables["bus"].Keys(), "segment-star": segmentTables["star"].Keys(),
		"link": linkTable.Keys(), "stationLink": stationLinkTable.Keys(),
		"repeater": repeaterTable.Keys(), "repeaterPort": repeaterPortTable.Keys(),
		"bridge": bridgeTable.Keys(), "bridgePort": bridgePortTable.Keys(), "sendPause": pauseTable.Keys(),
		"entry": entryTable.Keys(), "bursts": burstTable.Keys(), "setting": setTable.Keys(),
		"latencies": latencyTable.Keys(), "allSublayer": allPLCATable.Keys(), "sublayer": plcaTable.Keys(), "dynamic": dynamicTable.Keys(),
	}
	for i, kind := range FlowKinds {
		want["traffic-"+kind] = hostFlowKinds[i].table.Keys()
	}
	for _, k := range flowKinds {
		want["traffic-"+k.name] = k.table.Keys()
	}
	for name, o := range s.Defs {
		if o.Properties != nil && !strings.HasPrefix(name, "policy-") && !slices.Contains(elsewhere, name) {
			require.Contains(t, want, name, "the schema has a mapping that the reader does not know")
		}
	}
	s.DefsHaveKeys(t, want)
	s.HasKeys(t, "the top", topTable.Keys())
	require.Equal(t, FormatVersion, s.Properties["schema"].Const)
}

// Every key is explained, itself or by what it refers to.
func TestSchemaDescriptions(t *testing.T) {
	s := schematest.Read(t)
	for name, o := range s.Defs {
		for key, p := range o.Properties {
			if key == "kind" || key == "policy" || name == "weighted" {
				continue
			}
			require.True(t, p.Description != "" || p.Ref != "", "%s.%s", name, key)
		}
	}
}

func TestSchemaNames(t *testing.T) {
	s := schematest.Read(t)
	var lines []any
	for _, l := range phy.Lines {
		lines = append(lines, l.Name)
	}
	require.Equal(t, lines, s.Properties["phy"].Enum)
	require.Equal(t, lines, s.Defs["line"].Enum)

	var services []any
	for _, name := range attach.Services {
		services = append(services, name)
	}
	require.Equal(t, services, s.Defs["service"].Enum)
}

func TestStarter(t *testing.T) {
	s := good(t, string(Starter()))
	require.Empty(t, warned(s))
	require.Len(t, s.Config.Stations, 9)
}

func TestNetworkStarter(t *testing.T) {
	s := good(t, string(NetworkStarter()))
	require.Empty(t, warned(s))
	require.Equal(t, "network", s.Kind)
	for line := range strings.Lines(string(NetworkStarter())) {
		require.LessOrEqual(t, len(line), 100, line)
	}
}

func TestSchemaIsOurs(t *testing.T) {
	Schema()[0], Starter()[0] = 'x', 'x'
	require.Equal(t, byte('{'), Schema()[0])
	require.Equal(t, byte('#'), Starter()[0])
}
