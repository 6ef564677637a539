package single

// bins are sums over equal stretches of time from 0 on. The length of a run is not known before its end,
// so bins begin short, and ten are merged into one whenever there are too many.
type bins struct {
	width int64 // ps
	sums  []float64
}

const manyBins = 1200

// until makes sure that an instant has a bin.
func (b *bins) until(ps int64) {
	for ps/b.width >= manyBins {
		var wider []float64
		for i, x := range b.sums {
			if i%10 == 0 {
				wider = append(wider, 0)
			}
			wider[i/10] += x
		}
		b.sums, b.width = wider, b.width*10
	}
	for int64(len(b.sums)) <= ps/b.width {
		b.sums = append(b.sums, 0)
	}
}

// at adds an amount at an instant.
func (b *bins) at(ps int64, x float64) {
	b.until(ps)
	b.sums[ps/b.width] += x
}

// over adds an amount evenly between two instants.
func (b *bins) over(from, to int64, x float64) {
	if to <= from {
		b.at(from, x)
		return
	}
	b.until(to)
	for i := from / b.width; i <= to/b.width; i++ {
		part := min(to, (i+1)*b.width) - max(from, i*b.width)
		b.sums[i] += float64(x * (float64(part) / float64(to-from)))
	}
}

// rates returns the sums per time as steps, in about a hundred bins of 1, 2 or 5 times a power of ten: x
// in microseconds, and the width of a bin. The last bin ends with the run.
func (b *bins) rates(end int64) (x, perPS []float64, width int64) {
	b.until(end)
	group := 1
	for _, g := range []int{1, 2, 5, 10} {
		if group = g; len(b.sums) <= 120*g {
			break
		}
	}
	width = b.width * int64(group)
	for i := 0; i < len(b.sums); i += group {
		from := int64(i) * b.width
		long := min(from+width, end) - from
		if long <= 0 {
			break
		}
		sum := 0.0
		for _, s := range b.sums[i:min(i+group, len(b.sums))] {
			sum += s
		}
		if n := len(perPS); n > 0 && long < width/4 {
			// A short rest of a bin would only show noise.
			perPS[n-1] = (perPS[n-1]*float64(width) + sum) / float64(width+long)
			break
		}
		x, perPS = append(x, float64(from)/1e6), append(perPS, sum/float64(long))
	}
	if n := len(perPS); n > 0 {
		x, perPS = append(x, float64(end)/1e6), append(perPS, perPS[n-1])
	}
	return x, perPS, width
}
