package document

// Put sets what a path leads to. What it makes on the way stands where the path does.
func (r *Reader) Put(root *Node, steps []Step, at, v *Node) error {
	here := root
	for i, s := range steps {
		made := s.Key != "" && here.Kind == Mapping && here.Get(s.Key) == nil
		next, err := r.Step(here, s, "")
		if err != nil {
			return err
		}
		if made {
			e := here.Find(s.Key)
			e.Line, e.Column = at.Line, at.Column
			next.Place(at)
		}
		if i == len(steps)-1 {
			next.Become(v)
			return nil
		}
		if key := steps[i+1].Key; key != "" && next.Kind == Scalar {
			r.unfold(next, s.Key, key)
		}
		here = next
	}
	return nil
}

// unfold makes a mapping of a key that has no value, and of one that is written shortly.
func (r *Reader) unfold(n *Node, key, within string) {
	long, shortly := r.format.Short[key]
	switch {
	case n.Null():
		n.Kind, n.Tag, n.Text = Mapping, "", ""
	case shortly:
		short := *n
		n.Kind, n.Tag, n.Text = Mapping, "", ""
		if within != long {
			n.Adopt(long, &short)
		}
	}
}
