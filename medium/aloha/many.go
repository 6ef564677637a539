package aloha

import "github.com/csmacd/csmacd/medium/internal/crowd"

// many holds the current frames of an unlimited number of users.
type many struct {
	works []crowd.Work
	spare []uint32 // indices of its free entries
}

// add keeps a frame and returns its number, which is not 0.
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

// take makes a sender's client work on the sender's frame, until put.
func (n *channel) take(s sender) *crowd.Client {
	if s.work > 0 {
		n.Swap(s.client, &n.many.works[s.work-1])
	}
	return n.Client(s.client)
}

func (n *channel) put(s sender) { n.take(s) }
