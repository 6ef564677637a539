package aloha

import "github.com/csmacd/csmacd/medium/internal/crowd"

// many holds the frames of no end of users, as many as there are at a time.
type many struct {
	works []crowd.Work
	spare []uint32 // those of them that are free
}

// add keeps a frame; its number is not 0.
func (m *many) add(w crowd.Work) uint32 {
	if last := len(m.spare) - 1; last >= 0 {
		k := m.spare[last]
		m.spare = m.spare[:last]
		m.works[k-1] = w
		return k
	}
	m.works = append(m.works, w)
	return uint32(len(m.works))
}

func (m *many) free(work uint32) { m.spare = append(m.spare, work) }

// take has a sender's client be at its frame, until put.
func (n *channel) take(s sender) *crowd.Client {
	if s.work > 0 {
		n.Swap(s.client, &n.many.works[s.work-1])
	}
	return n.Client(s.client)
}

func (n *channel) put(s sender) { n.take(s) }
