package lan

import "github.com/csmacd/csmacd/phy"

// least finds the first of some times, each of a number from 0 on: a tree in which each node has the lesser of two. All are
// [phy.Forever] at first.
type least struct {
	at []phy.Time // the root is at 1, the children of k are at 2k and 2k+1
}

// init prepares it for a count of times.
func (l *least) init(count int) {
	size := 1
	for size < count {
		size *= 2
	}
	if len(l.at) != 2*size {
		l.at = make([]phy.Time, 2*size)
	}
	for k := range l.at {
		l.at[k] = phy.Forever
	}
}

// set sets one of the times.
func (l *least) set(number int32, t phy.Time) {
	k := len(l.at)/2 + int(number)
	l.at[k] = t
	for k /= 2; k > 0; k /= 2 {
		first := min(l.at[2*k], l.at[2*k+1])
		if l.at[k] == first {
			return
		}
		l.at[k] = first
	}
}

// of returns one of the times.
func (l *least) of(number int32) phy.Time { return l.at[len(l.at)/2+int(number)] }

// first returns the first of the times, and the least number with this time.
func (l *least) first() (number int32, t phy.Time) {
	k := 1
	for k < len(l.at)/2 {
		if k *= 2; l.at[k] > l.at[k+1] {
			k++
		}
	}
	return int32(k - len(l.at)/2), l.at[1]
}

// firstBut returns the first of the times of all other numbers, and a number with it.
func (l *least) firstBut(number int32) (other int32, t phy.Time) {
	own := l.of(number)
	l.set(number, phy.Forever)
	other, t = l.first()
	l.set(number, own)
	return other, t
}

// others returns the first of the times of all other numbers.
func (l *least) others(number int32) phy.Time {
	t := phy.Forever
	for k := len(l.at)/2 + int(number); k > 1; k /= 2 {
		t = min(t, l.at[k^1])
	}
	return t
}
