//go:build linux

package host

import (
	"errors"
	"fmt"

	"github.com/vishvananda/netlink"
	"golang.org/x/sys/unix"

	"github.com/csmacd/csmacd/tap"
)

// Up sets up one host and returns its TAP device, open: reading it returns what the interface
// sends, and the interface receives what is written to it. Two hosts of a run may share a
// namespace, as the interfaces of a router do.
//
// Up makes what the Spec describes. An existing TAP device keeps its hardware address, its MTU
// and all other settings; Up adds the addresses and the gateway, if there are any, and brings
// it up. It fails if another run uses the device or has made the namespace. A failed Up leaves
// nothing behind.
func (r *Run) Up(spec Spec) (*tap.Device, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.up(&spec)
}

func (r *Run) up(spec *Spec) (*tap.Device, error) {
	if r.closed {
		return nil, errors.New("the run is closed")
	}
	if err := spec.check(); err != nil {
		return nil, err
	}
	unlock, err := r.dir.lock()
	if err != nil {
		return nil, err
	}
	defer unlock()
	made, hosts := len(r.record.Made), len(r.record.Hosts)
	d, err := r.make(spec)
	if err != nil {
		if d != nil {
			err = errors.Join(err, d.Close())
		}
		_, undone := r.record.undo(made)
		r.record.Hosts = r.record.Hosts[:hosts]
		return nil, errors.Join(err, undone, r.dir.write(&r.record))
	}
	r.devices = append(r.devices, d)
	return d, nil
}

// make makes everything of a host. Its device may be open even if there is an error.
func (r *Run) make(spec *Spec) (d *tap.Device, err error) {
	space, err := r.space(spec.Netns)
	if err != nil {
		return nil, err
	}
	if err := r.claim(space, spec); err != nil {
		return nil, err
	}
	r.record.Hosts = append(r.record.Hosts, Host{
		Station: spec.Station, Space: space, TAP: spec.TAP, Addresses: spec.Addresses,
	})
	err = space.enter(func() error {
		h, err := netlink.NewHandle(unix.NETLINK_ROUTE)
		if err != nil {
			return err
		}
		defer h.Close()
		d, err = r.attach(h, spec, space)
		return err
	})
	if errors.Is(err, errNoSpace) {
		err = fmt.Errorf("%v has been removed meanwhile", space)
	}
	return d, err
}

// space finds the namespace of a name, or makes it.
func (r *Run) space(name string) (Space, error) {
	s, err := identify(name)
	if err == nil || name == "" {
		return s, err
	}
	if !errors.Is(err, errNoSpace) {
		return s, fmt.Errorf("network namespace %s: %w", name, err)
	}
	if exists(s.path()) {
		return s, fmt.Errorf("%s exists and is not a network namespace: give another name, or remove it", s.path())
	}
	err = makeSpace(name, func(made Space) error {
		s = made
		return r.intend(Thing{Kind: MadeSpace, Space: made})
	})
	if err != nil {
		return s, fmt.Errorf("network namespace %s: %w", name, err)
	}
	return s, nil
}

// claim makes sure that no other run uses the namespace or the device.
func (r *Run) claim(space Space, spec *Spec) error {
	device := spec.TAP
	for _, h := range r.record.Hosts {
		if h.Station == spec.Station {
			return errors.New("the station already has a host")
		}
	}
	all, err := r.dir.records()
	if err != nil {
		return err
	}
	for i := range all {
		o := &all[i]
		if !o.Alive() {
			continue
		}
		whose := fmt.Sprintf("process %d uses it, %v: end that first (q in its terminal, or kill -INT %[1]d), or give another name", o.PID, o)
		for _, t := range o.Made {
			if t.Kind == MadeSpace && t.Space.same(space) && o.ID != r.record.ID {
				return fmt.Errorf("%v is taken: %s", space, whose)
			}
		}
		for _, h := range o.Hosts {
			switch {
			case device == "" || h.TAP != device || !h.Space.same(space):
			case o.ID == r.record.ID:
				return fmt.Errorf("TAP device %s already belongs to station %s: give another name", device, h.Station)
			default:
				return fmt.Errorf("TAP device %s is taken: %s", device, whose)
			}
		}
	}
	return nil
}

// attach opens the device, in the present namespace, and sets it up.
func (r *Run) attach(h *netlink.Handle, spec *Spec, space Space) (*tap.Device, error) {
	there := false
	if spec.TAP != "" {
		link, err := findTAP(h, spec.TAP)
		if err != nil {
			return nil, err
		}
		there = link != nil
	}
	t := Thing{Kind: MadeTAP, Space: space, TAP: spec.TAP, Alias: fmt.Sprintf("csmacd: %s of run %s", spec.Station, r.record.ID)}
	if !there {
		if err := r.intend(t); err != nil {
			return nil, err
		}
	}
	d, err := tap.Open(spec.TAP)
	if err != nil {
		return nil, err
	}
	link, err := h.LinkByName(d.Name())
	if err != nil {
		return d, fmt.Errorf("interface %s: %w", d.Name(), err)
	}
	t.TAP = d.Name()
	r.record.Hosts[len(r.record.Hosts)-1].TAP = d.Name()
	switch { // somebody may have made or removed it just now
	case d.Existed():
		t.Index = link.Attrs().Index
		return d, r.complete(h, link, spec, &t)
	case there:
		if err := r.intend(t); err != nil {
			return d, err
		}
	}
	r.record.Made[len(r.record.Made)-1] = t // now with its name
	if err := dress(h, link, spec, t.Alias); err != nil {
		return d, err
	}
	return d, r.complete(h, link, spec, nil)
}

// complete adds addresses and gateway to a device, and brings it up. What it adds to a device
// that the run did not make is recorded first, as a thing like the device itself.
func (r *Run) complete(h *netlink.Handle, link netlink.Link, spec *Spec, foreign *Thing) error {
	intend := func(change func(*Thing)) error {
		if foreign == nil {
			return nil
		}
		t := *foreign
		t.Alias = ""
		change(&t)
		return r.intend(t)
	}
	for _, a := range spec.Addresses {
		has, err := hasAddress(h, link, a)
		if err == nil && !has {
			if err = intend(func(t *Thing) { t.Kind, t.Address = MadeAddress, a }); err == nil {
				err = addAddress(h, link, a)
			}
		}
		if err != nil {
			return err
		}
	}
	if link.Attrs().RawFlags&unix.IFF_UP == 0 {
		if err := intend(func(t *Thing) { t.Kind = MadeUp }); err != nil {
			return err
		}
		if err := h.LinkSetUp(link); err != nil {
			return fmt.Errorf("bringing up %s: %w", link.Attrs().Name, err)
		}
	}
	if spec.Gateway.IsValid() {
		has, err := hasRoute(h, link, spec.Gateway)
		if err == nil && !has {
			if err = intend(func(t *Thing) { t.Kind, t.Gateway = MadeRoute, spec.Gateway }); err == nil {
				err = addRoute(h, link, spec.Gateway)
			}
		}
		if err != nil {
			return err
		}
	}
	return r.dir.write(&r.record)
}
