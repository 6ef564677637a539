package files

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestErrorsOfJSONNameNoTypes(t *testing.T) {
	for text, says := range map[string]string{
		`[]`:                          "a JSON array where an object is wanted",
		`{"seed": -1}`:                "seed is a JSON number -1, and another kind of value is wanted",
		`{"answers": [{"tries":[]}]}`: "answers.tries is a JSON array, and another kind of value is wanted",
		`{`:                           "unexpected end of JSON input",
		`{"seed": 1,}`:                "invalid character '}' looking for beginning of object key string",
	} {
		var v struct {
			Seed    uint64 `json:"seed"`
			Answers []struct {
				Tries int `json:"tries"`
			} `json:"answers"`
		}
		err := JSON(json.Unmarshal([]byte(text), &v))
		assert.EqualError(t, err, says, text)
	}
	assert.NoError(t, JSON(nil))
}
