package report

import (
	"fmt"
	"io"

	"github.com/csmacd/csmacd/medium"
)

// server writes what only a server has.
func server(w io.Writer, s *medium.Server) {
	again := upAgain(s)
	if again != atOnce {
		again = "after " + again
	}
	fmt.Fprintf(w, "server\tat most %s at once\tup again %s\n", count(s.ConcurrencyPeak), again)
	if len(s.Windows) == 0 {
		return
	}
	last := s.Windows[len(s.Windows)-1]
	fmt.Fprintf(w, "last 5 s\tanswered %.1f a second\tgiven up %.1f\n", last.OK, last.TimedOut)
}

// upAgain says how long after its stop a server had recovered.
func upAgain(s *medium.Server) string {
	switch {
	case s.RecoveredUs == nil:
		return "-"
	case *s.RecoveredUs == 0:
		return atOnce
	}
	return micros(*s.RecoveredUs)
}

const atOnce = "at once"
