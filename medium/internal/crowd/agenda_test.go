package crowd_test

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium/internal/crowd"
	"github.com/csmacd/csmacd/phy"
)

// Entries happen in order of time, then phase, then client, then tag, whatever the order in which
// they were added: a sorted list agrees.
func TestAgendaIsASortedList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var a crowd.Agenda
		var list []crowd.Entry
		for range rapid.IntRange(0, 200).Draw(t, "steps") {
			if len(list) > 0 && rapid.IntRange(0, 2).Draw(t, "pop") == 0 {
				assert.Equal(t, list[0].At, a.Next())
				assert.Equal(t, list[0], a.Pop())
				list = list[1:]
				continue
			}
			e := crowd.Entry{
				At:    phy.Time(rapid.Int64Range(0, 5).Draw(t, "at")),
				Place: crowd.PlaceOf(rapid.Uint8Range(0, 3).Draw(t, "phase"), rapid.Int32Range(0, 5).Draw(t, "client")),
				Tag:   rapid.Uint64Range(0, 3).Draw(t, "tag"),
			}
			a.Push(e)
			list = append(list, e)
			slices.SortStableFunc(list, func(x, y crowd.Entry) int {
				return cmp.Or(cmp.Compare(x.At, y.At), cmp.Compare(x.Phase(), y.Phase()),
					cmp.Compare(x.Client(), y.Client()), cmp.Compare(x.Tag, y.Tag))
			})
			assert.Equal(t, len(list), a.Len())
		}
		for _, e := range list {
			assert.Equal(t, e, a.Pop())
		}
		assert.Equal(t, phy.Forever, a.Next())
	})
}

func TestAgendaKeepsNothingThatIsNever(t *testing.T) {
	var a crowd.Agenda
	a.Push(crowd.Entry{At: phy.Forever})
	assert.Zero(t, a.Len())
}

func TestPlaces(t *testing.T) {
	for _, client := range []int32{0, 1, 1<<31 - 1, -1} {
		e := crowd.Entry{Place: crowd.PlaceOf(255, client)}
		assert.Equal(t, uint8(255), e.Phase())
		assert.Equal(t, client, e.Client())
	}
}
