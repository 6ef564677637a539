package clause4

import "runtime/debug"

// The engine allocates much for each of the small networks that are compared here. With garbage collected less often
// the comparisons take a quarter less processor time.
func init() { debug.SetGCPercent(300) }
