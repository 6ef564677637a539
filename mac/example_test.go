package mac_test

import (
	"fmt"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// A collision during the preamble: the station sends the header to its end, then jam.
func ExampleParams_JamAfter() {
	rules := mac.For(phy.Ethernet10)
	start, detected := phy.Time(0), 3*rules.BitTime
	jam, end := rules.JamAfter(start, detected)
	fmt.Println(phy.Decimal(jam, rules.BitTime), phy.Decimal(end, rules.BitTime))
	// Output: 64 96
}

// A station that hears carrier until 57.6 us may start one gap later. It ignores carrier that rises
// in the second part of that gap.
func ExampleDeference() {
	rules := mac.For(phy.Ethernet10)
	var d mac.Deference
	d.Sense(&rules, 0, 57600*phy.Nanosecond)
	fmt.Println(d.Clear(&rules, 0))
	fmt.Println(d.Starts(&rules, 0, 63*phy.Microsecond), d.Starts(&rules, 0, 65*phy.Microsecond))
	// Output:
	// 67.2us
	// false true
}
