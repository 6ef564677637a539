// Package phy defines the physical quantities of a shared medium: time, distance, the parameters of
// a line, addresses, and the frame check sequence.
//
// [Time] counts whole picoseconds from the start of a run. A bit time (100 ns at 10 Mb/s), a place
// on a cable and a slot time are then exact integers, and no result depends on rounding.
//
// A [Line] holds the parameters of IEEE 802.3 Table 4-2 for one physical layer, in the table's own
// units: bit times and octets. [Ethernet10] is 10BASE5; [LineByName] finds the others.
//
//	line, _ := phy.LineByName("100base-tx")
//	slot := line.Bits(line.SlotTime)            // 5.12us
//	delay := phy.Delay(100, line.Velocity)      // one way along 100 m
//	fmt.Println(slot, delay, phy.Decimal(delay, line.BitTime), "bit times")
//
// [ParseTime], [ParseDistance], [ParseRate] and [ParseAddress] read what people write, such as
// "51.2us", "500m", "10Mbps" and "01:00:5e:00:00:01"; their errors say what would be right.
package phy
