//go:build linux

package host

import (
	"errors"
	"fmt"
	"slices"

	"github.com/vishvananda/netlink"
	"golang.org/x/sys/unix"
)

// undo removes a thing, if it exists and is the very one, and reports whether it did. It is not
// an error if somebody else has removed the thing.
func (t *Thing) undo() (removed bool, err error) {
	switch t.Kind {
	case MadeSpace:
		removed, err = removeSpace(t.Space)
	case MadeSocket:
		removed, err = t.undoSocket()
	default:
		err = t.Space.enter(func() error {
			h, err := netlink.NewHandle(unix.NETLINK_ROUTE)
			if err != nil {
				return err
			}
			defer h.Close()
			removed, err = t.undoLink(h)
			return err
		})
		if errors.Is(err, errNoSpace) {
			return false, nil
		}
	}
	if err != nil {
		return false, fmt.Errorf("%v: %w", t, err)
	}
	return removed, nil
}

func (t *Thing) undoLink(h *netlink.Handle) (removed bool, err error) {
	link, err := findTAP(h, t.TAP)
	if err != nil || link == nil {
		return false, nil // it no longer exists, and something else may have its name
	}
	if t.Kind == MadeTAP {
		if link.Attrs().Alias != t.Alias {
			return false, nil
		}
		err = h.LinkDel(link)
	} else {
		if link.Attrs().Index != t.Index {
			return false, nil
		}
		switch t.Kind {
		case MadeUp:
			err = h.LinkSetDown(link)
		case MadeAddress:
			err = h.AddrDel(link, &netlink.Addr{IPNet: ipNet(t.Address)})
		case MadeRoute:
			err = h.RouteDel(route(t.Index, t.Gateway))
		default: // a later version's
			return false, errors.New("this version does not know what it is")
		}
	}
	if slices.ContainsFunc([]error{unix.ENODEV, unix.EADDRNOTAVAIL, unix.ESRCH}, func(gone error) bool { return errors.Is(err, gone) }) {
		return false, nil
	}
	return err == nil, err
}

// undo removes what a run made from the n-th thing on, the last first. It continues after
// errors; what could not be removed stays in the record.
func (r *Record) undo(n int) (removed []string, err error) {
	return r.undoThose(func(i int, _ *Thing) bool { return i >= n })
}

// undoThose removes some of the things that a run made, the last first, as undo does.
func (r *Record) undoThose(those func(i int, t *Thing) bool) (removed []string, err error) {
	var errs []error
	var left []Thing
	for i, t := range slices.Backward(r.Made) {
		if those(i, &t) {
			did, err := t.undo()
			if did {
				removed = append(removed, t.String())
			}
			if err == nil {
				continue
			}
			errs = append(errs, err)
		}
		left = append(left, t)
	}
	slices.Reverse(left)
	r.Made = left
	return removed, errors.Join(errs...)
}
