package report

import (
	"fmt"
	"strings"

	"github.com/csmacd/csmacd/medium"
)

// story says in sentences, one a line, what happened: what was sent, what was not, and how busy the
// medium was.
func (s *summary) story() {
	r, m := s.r, &s.r.Medium
	switch {
	case cable(r):
		s.say("%s sent %s and %s.", several(uint64(len(r.Stations)), "station"), several(m.FramesSent, "frame"), collided(m.Collisions))
		if n := late(r); n > 0 {
			s.say("%s met a late collision.", several(n, "attempt"))
		}
		s.leftOver("still waiting")
		if m.FramesLost > 0 {
			s.say("%s of the frames sent did not arrive whole.", count(m.FramesLost))
		}
		if network(r) {
			s.say("%s of frames arrived at their destinations.", rate(m.ThroughputBps))
		} else {
			s.say("The medium carried frames %s of the time, and collisions %s.", percent(m.ShareSuccess), percent(m.ShareCollision))
		}
		if d := &r.AccessDelay; d.Count > 0 {
			s.say("A frame took %s from the head of its queue (median), and %s at most.", micros(d.P50), micros(d.Max))
		}
	case m.Aloha != nil:
		s.say("%s sent %s in %s.", clients(r, "user"), several(m.FramesSent, "frame"), several(m.Attempts, "transmission"))
		s.leftOver("still waiting")
		s.say("The channel carried frames %s of the time, and collisions %s.", percent(m.ShareSuccess), percent(m.ShareCollision))
	case m.Store != nil:
		s.say("%s made %s in %s; %s met a conflict.", clients(r, "client"), several(m.FramesSent, "change"), several(m.Calls, "write"), count(m.Collisions))
		s.leftOver("unfinished")
		s.say("The last change was made after %s.", micros(m.CompletionUs))
	case m.Server != nil:
		s.say("%s finished %s with %s.", clients(r, "client"), several(m.FramesSent, "piece")+" of work", several(m.Attempts, "request"))
		s.leftOver("unfinished")
		if m.Server.RecoveredUs != nil { // else it never stopped, or did not recover
			s.say("After its last stop the server needed %s to recover.", strings.Replace(upAgain(m.Server), atOnce, "no time", 1))
		}
		if n := len(m.Server.Windows); n > 0 {
			last := m.Server.Windows[n-1]
			s.say("In the last 5 s it answered %.1f requests a second, and clients gave up %.1f.", last.OK, last.TimedOut)
		}
	case m.Submit != nil:
		s.say("%s submitted %s in %s.", clients(r, "client"), several(m.Submitted, "job"), several(m.Attempts, "attempt"))
		s.leftOver("unfinished")
		if m.Crashes > 0 {
			s.say("The queue crashed %s, which ended %s.", times(m.Crashes), several(m.Aborted, "attempt"))
		}
	}
	s.WriteByte('\n')
}

// Story returns the sentences of a summary that say what happened, on one line.
func Story(r *medium.Result) string {
	s := summary{Builder: &strings.Builder{}, r: r}
	s.story()
	return strings.Join(strings.Fields(s.String()), " ")
}

// say writes a sentence, which begins with a capital letter.
func (s *summary) say(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	fmt.Fprintf(s, "%s%s\n", strings.ToUpper(text[:1]), text[1:])
}

// leftOver says what became of the frames that were not sent: those dropped, by reason, and in
// which state the others were at the end.
func (s *summary) leftOver(state string) {
	var parts []string
	limit, collisions := 0, uint64(0)
	for i := range s.r.Stations {
		st := &s.r.Stations[i]
		limit = max(limit, len(st.CollisionsPerFrame))
		collisions += st.Counters.FramesAbortedDueToXSColls
	}
	dropped := s.r.Medium.FramesDropped
	if collisions > 0 {
		many := "too many collisions"
		if s.allTried(collisions, limit) {
			many = several(uint64(limit), "collision")
		}
		parts = append(parts, fmt.Sprintf("%s dropped after %s", were(collisions), many))
	}
	if other := dropped - min(dropped, collisions); other > 0 {
		why := "given up"
		if cable(s.r) {
			why = "dropped for another reason, such as a full queue"
			if late(s.r) > 0 {
				why = "dropped for another reason, such as a late collision"
			}
		}
		parts = append(parts, were(other)+" "+why)
	}
	if n := s.r.Medium.FramesQueued; n > 0 {
		parts = append(parts, were(n)+" "+state+" at the end")
	}
	if len(parts) > 0 {
		s.say("%s.", strings.Join(parts, "; "))
	}
}

// allTried reports whether there were enough attempts for each of the frames given up to have been
// tried as often as the rules allow. A policy may give up earlier.
func (s *summary) allTried(givenUp uint64, limit int) bool {
	need := givenUp * uint64(limit)
	for i := range s.r.Stations {
		for collisions, frames := range s.r.Stations[i].CollisionsPerFrame {
			need += frames * uint64(collisions+1)
		}
	}
	before := uint64(0) // attempts in the warm-up
	if s.r.WarmupPs > 0 {
		before = uint64(len(s.r.Stations) * limit)
	}
	return s.r.Medium.Attempts+before >= need
}

// late returns how many attempts met a late collision.
func late(r *medium.Result) (attempts uint64) {
	for i := range r.Stations {
		attempts += r.Stations[i].Counters.LateCollisions
	}
	return attempts
}

// were is a number of things in the past: 1 was, 2 were.
func were(n uint64) string {
	if n == 1 {
		return "1 was"
	}
	return count(n) + " were"
}

// collided says how often senders detected that their frames met.
func collided(n uint64) string {
	if n == 0 {
		return "detected no collision"
	}
	return "collided " + times(n)
}

func times(n uint64) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return count(n) + " times"
}

// several counts things: 1 frame, 2 frames, no frame.
func several(n uint64, thing string) string {
	switch n {
	case 0:
		return "no " + thing
	case 1:
		return "1 " + thing
	}
	return count(n) + " " + thing + "s"
}
