package soft

import (
	"os"
	"testing"

	"github.com/csmacd/csmacd/internal/leak"
)

// Nothing goes on when the tests are over.
func TestMain(m *testing.M) {
	Quiet()
	os.Exit(leak.Run(m))
}
