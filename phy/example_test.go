package phy_test

import (
	"fmt"

	"github.com/csmacd/csmacd/phy"
)

// The slot time of a line, and the delay of its longest cable.
func Example() {
	line, _ := phy.LineByName("100base-tx")
	slot := line.Bits(line.SlotTime)
	delay := phy.Delay(100, line.Velocity) // one way along 100 m
	fmt.Println(slot, delay, phy.Decimal(delay, line.BitTime), "bit times")
	// Output: 5.12us 565.363ns 56.5363 bit times
}

func ExampleDelay() {
	d := phy.Delay(500, 0.77) // a segment of 10BASE5
	fmt.Println(d, "or", phy.Decimal(d, phy.Ethernet10.BitTime), "bit times")
	// Output: 2.166001us or 21.66001 bit times
}

func ExampleParseTime() {
	for _, s := range []string{"51.2us", "512bt", "ten"} {
		t, err := phy.ParseTime(s, phy.Ethernet10.BitTime)
		fmt.Println(t, err)
	}
	// Output:
	// 51.2us <nil>
	// 51.2us <nil>
	// 0s "ten" is not a time: write a number and ps, ns, us, ms, s or bt (bit times), such as 51.2us or 512bt
}
