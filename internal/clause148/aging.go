package clause148

// ageState is a state of D-PLCA aging.
type ageState uint8

const (
	ageDisabled ageState = iota
	ageWaitTxopEnd
	ageTxopEnd
	ageUpdateClaimed
	ageNotify
)

// ageRow is a state: what is done once, on entry, and the state that follows, or the same.
type ageRow struct {
	entry func(n *node)
	next  func(n *node) ageState
}

// aging is Figure 148-9 of draft 3.0.
var aging [5]ageRow

func init() {
	aging = [5]ageRow{
		ageDisabled: {
			func(n *node) {
				n.table, n.newTable = [256]bool{}, [256]bool{}
				n.ageCount, n.newAge, n.tableUpd = 0, false, false
			},
			func(n *node) ageState { return ageWaitTxopEnd },
		},
		ageWaitTxopEnd: {
			func(n *node) { n.newAge, n.tableUpd = false, false },
			func(n *node) ageState {
				if n.txopEnd {
					return ageTxopEnd
				}
				return ageWaitTxopEnd
			},
		},
		ageTxopEnd: {
			func(n *node) {
				switch {
				case n.txopID != 0:
				case n.ageCount >= n.plca.AgingCycles: // it may have been more a moment ago
					n.table, n.newTable = n.newTable, [256]bool{}
					n.newAge, n.ageCount = true, 0
				default:
					n.ageCount++
				}
			},
			func(n *node) ageState {
				if n.claim {
					return ageUpdateClaimed
				}
				return ageNotify
			},
		},
		ageUpdateClaimed: {
			func(n *node) { n.table[n.txopID], n.newTable[n.txopID] = true, true },
			func(*node) ageState { return ageNotify },
		},
		ageNotify: {
			func(n *node) { n.tableUpd = true },
			func(n *node) ageState {
				if !n.txopEnd {
					return ageWaitTxopEnd
				}
				return ageNotify
			},
		},
	}
}

// runAging runs D-PLCA aging at this instant. It reports whether it has changed state.
func (n *node) runAging() bool {
	to := ageDisabled
	if n.aging {
		to = aging[n.age].next(n)
	}
	if to == n.age {
		return false
	}
	n.age = to
	aging[to].entry(n)
	return true
}

// tableReady reports whether the table of claims is up to date, which NEXT waits for.
func (n *node) tableReady() bool { return !n.aging || n.tableUpd }
