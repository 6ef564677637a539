package files

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestErrorsOfJSONNameNoTypes(t *testing.T) {
	for text, says := range map[string]string{
		`[]`:                           "it is a list, where an object is expected",
		`7`:                            "it is a number, where an object is expected",
		`{"seed": -1}`:                 "seed is -1, where a whole number from 0 is expected",
		`{"seed": "7"}`:                "seed is a text, where a whole number from 0 is expected",
		`{"answers": {}}`:              "answers is an object, where a list is expected",
		`{"answers": [true]}`:          "answers is true or false, where an object is expected",
		`{"answers": [{"tries":[]}]}`:  "answers.tries is a list, where a whole number is expected",
		`{"answers": [{"tries":1.5}]}`: "answers.tries is 1.5, where a whole number is expected",
		`{`:                            "unexpected end of JSON input",
		`{"seed": 1,}`:                 "invalid character '}' looking for beginning of object key string",
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
