package submit

// queue holds the clients whose attempts wait in the queue, in the order in which they came. It has
// room for as many as the table has descriptors for.
type queue struct {
	ring  []int32
	first int
	count int
}

func (q *queue) push(i int32) {
	q.ring[(q.first+q.count)%len(q.ring)] = i
	q.count++
}

func (q *queue) pop() int32 {
	i := q.ring[q.first]
	q.first = (q.first + 1) % len(q.ring)
	q.count--
	return i
}
