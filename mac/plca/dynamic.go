package plca

// dynamic is what D-PLCA remembers.
type dynamic struct{}

func (d *dynamic) synced()     {}
func (d *dynamic) begin(int)   {}
func (d *dynamic) end(n *Node) {}
