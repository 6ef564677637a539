package live

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"

	"golang.org/x/sys/unix"

	"github.com/csmacd/csmacd/internal/attach"
	"github.com/csmacd/csmacd/internal/host"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
	"github.com/csmacd/csmacd/tap"
	"github.com/csmacd/csmacd/tap/soft"
)

// hosts are the hosts of a session's live stations.
type hosts struct {
	run   host.Machine
	ports []tap.Port // of the stations that are there from the start
	names []host.Named
	soft  map[int]*soft.Station // by station
}

// seat is what a host has to know of its station.
type seat struct {
	name  string
	ether phy.Address
	rules mac.Params
	full  bool // the line is full duplex
	queue int  // 0: the usual one
}

// setUp makes the hosts of a scenario and opens the links to them.
func setUp(s *scenario.Scenario, net Network, helped bool) (*hosts, error) {
	run, err := begin(s.Name, helped)
	if err != nil {
		return nil, err
	}
	h := &hosts{run: run}
	ends := s.LAN()
	for _, a := range s.Attached {
		port, err := h.open(&a, seat{
			name: net.Name(a.Station), ether: net.Address(int32(a.Station)), rules: net.Params(a.Station),
			full: ends != nil && ends.Stations[a.Station].End.Full, queue: s.Config.Stations[a.Station].Queue,
		})
		if err != nil {
			return nil, errors.Join(err, h.abandon())
		}
		h.ports = append(h.ports, port)
	}
	if err := h.run.Name(h.names); err != nil {
		return nil, errors.Join(err, h.abandon())
	}
	return h, nil
}

// join makes the host of a station that is to join.
func (h *hosts) join(a *attach.Host, s *domain.Station) (tap.Port, error) {
	port, err := h.open(a, seat{name: s.Name, ether: s.Address, rules: *s.Params, full: s.End.Full, queue: s.Queue})
	if err == nil {
		if err = h.run.Name(h.names); err != nil {
			err = errors.Join(err, port.Link.Close(), h.leave(s.Name))
		}
	}
	return port, err
}

// play begins the flows of a scenario between its soft hosts.
func (h *hosts) play(list []scenario.Flow, seed uint64, speed float64) (player, error) {
	flows := make([]soft.Flow, len(list))
	for i := range list {
		flows[i] = soft.Flow(list[i])
	}
	p, err := soft.Play(flows, h.soft, seed, speed)
	if err != nil {
		return nil, err // not a nil *soft.Player
	}
	return p, nil
}

// leave removes the host of a station whose link has been closed.
func (h *hosts) leave(station string) error {
	h.names = slices.DeleteFunc(h.names, func(n host.Named) bool { return n.Name == station })
	return errors.Join(h.run.Leave(station), h.run.Name(h.names))
}

// begin opens a run, with a helper if there are privileges to leave to it.
func begin(scenario string, helped bool) (host.Machine, error) {
	if helped && host.Privileged() {
		return host.BeginHelped(scenario)
	}
	return host.Begin(scenario)
}

func queueOf(frames int) int {
	if frames == 0 {
		return bus.DefaultQueue
	}
	return frames
}

// open makes what a station is attached to, and opens the link to it.
func (h *hosts) open(a *attach.Host, s seat) (tap.Port, error) {
	link, err := h.link(a, &s)
	if err != nil {
		return tap.Port{}, fmt.Errorf("%s: %w", s.name, err)
	}
	h.names = append(h.names, host.Named{Name: s.name, Addresses: a.Addresses})
	return tap.Port{Station: a.Station, Link: link, Promiscuous: a.Promiscuous, Queue: queueOf(s.queue)}, nil
}

func (h *hosts) link(a *attach.Host, s *seat) (tap.Link, error) {
	mtu := soft.MTU(s.rules)
	switch a.Kind {
	case attach.TAP:
		d, err := h.run.Up(host.Spec{
			Station: s.name, TAP: a.TAP, Netns: a.Netns, Addresses: a.Addresses,
			Gateway: a.Gateway, Ether: s.ether, MTU: mtu, IPv6: a.IPv6,
			Speed: float64(phy.Second) / float64(s.rules.BitTime), Full: s.full,
		})
		if err != nil {
			return nil, err
		}
		return device{d, h.run, s.name}, nil
	case attach.Stream:
		if a.Connect {
			return tap.DialStream(a.Socket)
		}
		return h.listen(a.Socket, func() (tap.Link, error) { return tap.ListenStream(a.Socket) })
	case attach.Iface:
		p, err := h.run.Packet(a.Netns, a.Iface)
		if err != nil {
			return nil, err // not a nil *tap.Packet
		}
		return p, nil
	case attach.Datagram, attach.UDP:
		return h.listen(a.Socket, func() (tap.Link, error) { return tap.OpenDatagram(a.Socket, a.Peer) })
	}
	soft.Quiet() // standard error may be a terminal with a picture on it
	made, err := soft.New(soft.Config{
		Name: s.name, Ether: s.ether, Addresses: a.Addresses, Gateway: a.Gateway, MTU: mtu, Serve: a.Serve,
	})
	if err != nil {
		return nil, err // not a nil *soft.Station
	}
	if h.soft == nil {
		h.soft = map[int]*soft.Station{}
	}
	h.soft[a.Station] = made
	return made, nil
}

// device is a station's TAP device, which also watches its namespace.
type device struct {
	*tap.Device
	run     host.Machine
	station string
}

// Ailment implements [tap.Ailing].
func (d device) Ailment() string {
	if d.run.NameGone(d.station) {
		return "the name of its network namespace was deleted: programs in it go on, and no other can enter it"
	}
	return ""
}

// listen opens a socket. If it has a file, [host.Down] removes the file after a run that was killed.
func (h *hosts) listen(at tap.Socket, open func() (tap.Link, error)) (link tap.Link, err error) {
	if at.Path() == "" {
		return open()
	}
	err = h.run.MakeSocket(at.Path(), func() (err error) {
		link, err = open()
		link, err = handOver(link, err, at)
		return err
	})
	return link, err
}

// handOver makes the file of an open socket belong to the user who called sudo, so that the user's virtual machine can
// connect to it.
func handOver(link tap.Link, err error, at tap.Socket) (tap.Link, error) {
	user, group := os.Getenv("SUDO_UID"), os.Getenv("SUDO_GID")
	uid, noUser := strconv.Atoi(user)
	if err != nil || at.Path() == "" || noUser != nil || os.Geteuid() != 0 {
		return link, err
	}
	gid, noGroup := strconv.Atoi(group)
	if noGroup != nil {
		gid = -1
	}
	if err := giveSocket(at.Path(), uid, gid); err != nil {
		return nil, errors.Join(fmt.Errorf("giving the socket to user %s, who called sudo: %w", user, err), link.Close())
	}
	return link, nil
}

// giveSocket makes the file of a socket belong to a user. What it changes is what it has looked at: in a
// folder of that user another file may have taken its place.
func giveSocket(path string, uid, gid int) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	var is unix.Stat_t
	if err := unix.Fstat(fd, &is); err != nil {
		return err
	}
	if is.Mode&unix.S_IFMT != unix.S_IFSOCK || int(is.Uid) != os.Geteuid() || is.Nlink != 1 {
		return fmt.Errorf("%s is not the socket that was made", path)
	}
	return unix.Fchownat(fd, "", uid, gid, unix.AT_EMPTY_PATH)
}

// abandon closes everything that was opened so far.
func (h *hosts) abandon() error {
	var errs []error
	for _, p := range h.ports {
		errs = append(errs, p.Link.Close())
	}
	return errors.Join(append(errs, h.close())...)
}

// prefer has a thread run before others, if a helper can do that.
func (h *hosts) prefer(thread int) {
	if p, ok := h.run.(interface{ Prefer(thread int) error }); ok {
		_ = p.Prefer(thread) // otherwise it keeps the time less well
	}
}

func (h *hosts) id() string      { return h.run.ID() }
func (h *hosts) swept() []string { return h.run.Swept() }
func (h *hosts) socket() string  { return h.run.Socket() }
func (h *hosts) control() string { return h.run.Control() }
func (h *hosts) close() error    { return h.run.Close() }
