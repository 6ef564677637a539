package compare

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/internal/explain"
)

// Every key of the JSON of a comparison has an explanation that names the command.
func TestEveryKeyIsExplained(t *testing.T) {
	keys := 0
	for place, of := range map[string]reflect.Type{
		"compare": reflect.TypeFor[twoResults](), "compare.runs": reflect.TypeFor[resultOf](), "compare.figures": reflect.TypeFor[figureChange](),
		"compare ": reflect.TypeFor[twoCampaigns](), "compare.campaigns": reflect.TypeFor[campaignOf](), "compare.points": reflect.TypeFor[pointChange](),
	} {
		for i := range of.NumField() {
			name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
			if name == "" {
				continue
			}
			keys++
			name = strings.TrimSpace(place) + "." + name
			facts, err := explain.Find(name)
			if assert.NoError(t, err) {
				assert.True(t, slices.ContainsFunc(facts, func(f explain.Fact) bool { return f.Where == "result of csmacd compare --json" }), name)
			}
		}
	}
	assert.Greater(t, keys, 30)
}
