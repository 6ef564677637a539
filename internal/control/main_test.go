package control

import (
	"fmt"
	"os"
	"testing"

	"github.com/csmacd/csmacd/internal/leak"
)

// asOther has a test's process, started again as another user, ask the server at a path.
const asOther = "CSMACD_TEST_ASK"

func TestMain(m *testing.M) {
	if path := os.Getenv(asOther); path != "" {
		c, err := Dial(path)
		if err == nil {
			err = c.Do(&Request{Do: "status"}, nil)
		}
		fmt.Println(err)
		os.Exit(0)
	}
	os.Exit(leak.Run(m))
}
