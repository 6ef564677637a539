package report

import (
	"fmt"
	"strings"

	"github.com/csmacd/csmacd/internal/said"
	"github.com/csmacd/csmacd/medium"
)

// story says in sentences, one a line, what happened: what was sent, what was not, and how busy the
// medium was.
func (s *summary) story() {
	r, m := s.r, &s.r.Medium
	switch {
	case cable(r):
		stations, frames := several(uint64(len(r.Stations)), "station"), several(m.FramesSent, "frame")
		if m.Collisions == 0 {
			s.say("%s sent %s and detected no collision.", stations, frames)
		} else {
			s.say("%s sent %s and collided %s.", stations, frames, times(m.Collisions))
		}
		if n := late(r); n > 0 {
			s.say("%s met a late collision.", several(n, "attempt"))
		}
		s.leftOver(true)
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
		if frames, sent := several(m.FramesSent, "frame"), several(m.Attempts, "transmission"); m.Endless {
			s.say("users without number sent %s in %s.", frames, sent)
		} else {
			s.say("%s sent %s in %s.", several(uint64(len(r.Stations)), "user"), frames, sent)
		}
		s.leftOver(true)
		s.say("The channel carried frames %s of the time, and collisions %s.", percent(m.ShareSuccess), percent(m.ShareCollision))
	case m.Store != nil:
		s.say("%s made %s in %s; %s met a conflict.", several(uint64(len(r.Stations)), "client"), several(m.FramesSent, "change"), several(m.Calls, "write"), count(m.Collisions))
		s.leftOver(false)
		s.say("The last change was made after %s.", micros(m.CompletionUs))
	case m.Server != nil:
		s.say("%s finished %s with %s.", several(uint64(len(r.Stations)), "client"), pieces(m.FramesSent), several(m.Attempts, "request"))
		s.leftOver(false)
		if m.Server.RecoveredUs != nil { // else it never stopped, or did not recover
			if again := upAgain(m.Server); again == atOnce {
				s.say("After its last stop the server needed no time to recover.")
			} else {
				s.say("After its last stop the server needed %s to recover.", again)
			}
		}
		if n := len(m.Server.Windows); n > 0 {
			last := m.Server.Windows[n-1]
			s.say("In the last 5 s it answered %s requests a second, and clients gave up %s.", fmt.Sprintf("%.1f", last.OK), fmt.Sprintf("%.1f", last.TimedOut))
		}
	case m.Submit != nil:
		s.say("%s submitted %s in %s.", several(uint64(len(r.Stations)), "client"), several(m.Submitted, "job"), several(m.Attempts, "attempt"))
		s.leftOver(false)
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

// Sentences returns what [Story] says, sentence by sentence, for other languages. Parts of a sentence between semicolons are
// sentences of their own.
func Sentences(r *medium.Result) []said.Sentence {
	s := summary{Builder: &strings.Builder{}, r: r}
	s.story()
	return s.said
}

// say writes a sentence, which begins with a capital letter.
func (s *summary) say(form string, values ...any) {
	of := said.Of(form, values...)
	of.Text = strings.ToUpper(of.Text[:1]) + of.Text[1:]
	s.said = append(s.said, of)
	s.WriteString(of.Text + "\n")
}

// leftOver says what became of the frames that were not sent: those discarded, by reason, and the others, which
// were waiting at the end, or unfinished.
func (s *summary) leftOver(waiting bool) {
	var parts []said.Sentence
	say := func(form string, values ...any) { parts = append(parts, said.Of(form, values...)) }
	limit, collisions := 0, uint64(0)
	for i := range s.r.Stations {
		st := &s.r.Stations[i]
		limit = max(limit, len(st.CollisionsPerFrame))
		if cable(s.r) { // elsewhere a policy gives up, and no list says after how many attempts
			collisions += st.Counters.FramesAbortedDueToXSColls
		}
	}
	dropped := s.r.Medium.FramesDropped
	if collisions > 0 {
		if s.allTried(collisions, limit) {
			say("%s discarded after %s", were(collisions), several(uint64(limit), "collision"))
		} else {
			say("%s discarded after too many collisions", were(collisions))
		}
	}
	if other := dropped - min(dropped, collisions); other > 0 {
		switch {
		case !cable(s.r):
			say("%s given up", were(other))
		case late(s.r) > 0:
			say("%s discarded for another reason, such as a late collision", were(other))
		default:
			say("%s discarded for another reason, such as a full queue", were(other))
		}
	}
	if n := s.r.Medium.FramesQueued; n > 0 && waiting {
		say("%s still waiting at the end", were(n))
	} else if n > 0 {
		say("%s unfinished at the end", were(n))
	}
	if len(parts) == 0 {
		return
	}
	s.said = append(s.said, parts...)
	for i, p := range parts {
		if i > 0 {
			s.WriteString("; ")
		}
		s.WriteString(p.Text)
	}
	s.WriteString(".\n")
}

// allTried reports whether there were enough attempts for each of the frames discarded to have been
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
	all := s.r.Medium.Attempts
	for i := range s.r.Links {
		all += s.r.Links[i].Attempts
	}
	return all+before >= need
}

// late returns how many attempts met a late collision.
func late(r *medium.Result) (attempts uint64) {
	for i := range r.Stations {
		attempts += r.Stations[i].Counters.LateCollisions
	}
	return attempts
}

// were is a number of things in the past: 1 was, 2 were.
func were(n uint64) said.Number {
	if n == 1 {
		return said.Number{Figure: "1", Text: "1 was"}
	}
	return said.Number{Figure: count(n), Text: count(n) + " were"}
}

// times returns how often something happened: once, twice, 3 times.
func times(n uint64) said.Number {
	switch n {
	case 1:
		return said.Number{Figure: "1", Text: "once"}
	case 2:
		return said.Number{Figure: "2", Text: "twice"}
	}
	return said.Number{Figure: count(n), Text: count(n) + " times"}
}

// several counts things: 1 frame, 2 frames, no frame.
func several(n uint64, thing string) said.Number {
	switch n {
	case 0:
		return said.Number{Figure: "0", Text: "no " + thing}
	case 1:
		return said.Number{Figure: "1", Text: "1 " + thing}
	}
	return said.Number{Figure: count(n), Text: count(n) + " " + thing + "s"}
}

// pieces counts pieces of work.
func pieces(n uint64) said.Number {
	p := several(n, "piece")
	p.Text += " of work"
	return p
}
