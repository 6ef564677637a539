package document

// Put sets the value at a path. Nodes that it makes on the way get the position of the path.
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

// unfold turns a key into a mapping if it has no value or is written in the short form.
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
