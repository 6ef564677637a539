package medium_test

import (
	"fmt"

	"github.com/csmacd/csmacd/medium"
)

func ExampleOf() {
	outcomes := medium.Of(medium.Sent, medium.Dropped)
	fmt.Println(outcomes.Has(medium.Dropped), outcomes.Has(medium.TxStart), medium.Dropped)
	// Output: true false dropped
}
