package explain_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/explain"
)

// The fields ok and why are listed for the events that have them, and for no others.
func TestOutcomes(t *testing.T) {
	of := func(field string) (events []string) {
		facts, err := explain.Find(field)
		require.NoError(t, err)
		for _, f := range facts {
			if f.Kind == explain.Detail {
				events = append(events, f.Of...)
			}
		}
		return events
	}
	assert.ElementsMatch(t, []string{"event dropped", "event rx_end", "event partition", "event reconnect"}, of("why"))
	assert.ElementsMatch(t, []string{"event tx_end", "event rx_end", "event write, write_rsp", "event response", "event repeat_end", "event plca_status"}, of("ok"))
}
