package medium_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/submit"
)

// The String of an undefined value shows its number.
func TestNamesOfUndefinedValues(t *testing.T) {
	for want, v := range map[string]fmt.Stringer{
		"restart": medium.Restart, "Kind(42)": medium.CommitEnd + 1, "Kind(255)": medium.Kind(255),
		"aborted": medium.Aborted, "Why(13)": medium.FalseCarrier + 1, "Why(255)": medium.Why(255),
		"jabber": medium.Jabber, "promiscuous": medium.Promiscuous, "beacon_loss": medium.BeaconLoss, "ChangeKind(0)": medium.NoChange, "ChangeKind(99)": medium.ChangeKind(99),
		"ethernet": submit.Ethernet, "Discipline(3)": submit.Discipline(3),
		"normal": backoff.NormalDraw, "DrawKind(3)": backoff.DrawKind(3),
	} {
		assert.Equal(t, want, v.String())
	}
}
