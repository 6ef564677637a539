package submit

import (
	"fmt"

	"github.com/csmacd/csmacd/mac/backoff"
)

// Discipline is how a client contends.
type Discipline uint8

// The disciplines of Thain and Livny.
const (
	Fixed    Discipline = iota // retry at once
	Aloha                      // back off
	Ethernet                   // look before each attempt, and back off
)

// Disciplines lists all disciplines.
var Disciplines = []Discipline{Fixed, Aloha, Ethernet}

var disciplineNames = [...]string{"fixed", "aloha", "ethernet"}

// String returns the name in a scenario, or a text such as Discipline(9) for an undefined value.
func (d Discipline) String() string {
	if int(d) >= len(disciplineNames) {
		return fmt.Sprintf("Discipline(%d)", uint8(d))
	}
	return disciplineNames[d]
}

// Policy returns the policy of a group that does not set one, in units of a second: no wait, or
// ftsh's own rule (1 s, doubled up to 1 h, times 1 to 2, cut to whole seconds).
func (d Discipline) Policy() backoff.Policy {
	if d == Fixed {
		return backoff.Fixed(0)
	}
	return backoff.Ftsh(backoff.FtshDefault, 1)
}

// Senses reports whether clients look at the free descriptors before they try.
func (d Discipline) Senses() bool { return d == Ethernet }
