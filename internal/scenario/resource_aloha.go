package scenario

import (
	"math/big"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/aloha"
	"github.com/csmacd/csmacd/phy"
)

// channel is a medium of kind aloha or slotted-aloha.
type channel struct {
	aloha.Config
	node   *node
	groups []*users
}

// users are the users of a channel that are alike.
type users struct {
	clients
	aloha.Group
}

func newChannel(slotted bool) resource {
	return &channel{Config: aloha.Config{Slotted: slotted, Frame: phy.Millisecond}}
}

// comings are the keys that say how often users make frames. They are read once it is
// known how many users there are.
var comings = []string{"s", "rate", "load"}

// channelTable is the keys of a channel, of which one says how long a frame is.
func channelTable(kind, frame, other string) table[channel] {
	return table[channel]{
		what: "a medium of kind " + kind,
		fields: []field[channel]{
			{"kind", nil},
			{frame, func(r *reader, c *channel, n *node) { setTo(&c.Frame)(r.positive(n)) }},
			{"feedback", readFeedback},
			{"backlog_limit", func(r *reader, c *channel, n *node) { c.Limit, _ = r.integer(n, 1, standard.stations) }},
			{"users", nil}, {"s", nil}, {"rate", nil}, {"load", nil},
		},
		misplaced: map[string]string{
			other:   other + " is of the other kind: here it is " + frame,
			"count": "write users: 400 here, or count in an item of stations",
		},
	}
}

var (
	alohaTable   = channelTable("aloha", "frame", "slot")
	slottedTable = channelTable("slotted-aloha", "slot", "frame")
)

// usersTable is the keys of users in the list of stations.
var usersTable = table[users]{
	what:   "users of a channel",
	fields: append(clientFields(func(u *users) *clients { return &u.clients }), field[users]{"s", nil}, field[users]{"rate", nil}, field[users]{"load", nil}),
	misplaced: map[string]string{
		"users":   "an item of stations has a count: users is a key of the medium, where that has one group alone",
		"traffic": "users make one frame at a time: write s, rate or load",
		"at":      "users of a channel have no place",
	},
}

func readFeedback(r *reader, c *channel, n *node) {
	if n.kind == scalarNode && n.number() {
		if v, ok := r.decimal(n); ok {
			ps, ok := roundRat(v.Mul(v, new(big.Rat).SetInt64(int64(c.Frame))), int64(phy.MaxTime))
			if c.Feedback = phy.Time(ps); !ok {
				r.fail(n, "%s frames of %s are longer than 30 days, the longest time that can be simulated", n.text, c.Frame)
			}
		}
		return
	}
	setTo(&c.Feedback)(r.duration(n))
}

func (c *channel) medium(r *reader, n *node) {
	c.node = n
	t := &alohaTable
	if c.Slotted {
		t = &slottedTable
	}
	t.read(r, n, c)
	listed := n.parent.get("stations") != nil
	for _, key := range append([]string{"users"}, comings...) {
		if v := n.get(key); v != nil && listed {
			r.fail(v, "users are listed under stations: write %s there", map[bool]string{true: "count", false: key}[key == "users"])
		}
	}
	if !listed {
		c.readUsers(r)
	}
}

// readUsers reads the one group of users that the medium itself has.
func (c *channel) readUsers(r *reader) {
	u := &users{}
	u.members = members{node: c.node, count: 1, name: pattern{before: "u", numbered: true}}
	switch n := c.node.get("users"); {
	case n == nil:
		r.fail(c.node, "users is missing: write users: 400 or users: infinite, or list groups of them under stations")
		r.total = 1
		return
	case n.kind == scalarNode && n.text == "infinite":
		u.Endless = true
		u.name = pattern{before: "users"}
	default:
		setTo(&u.count)(r.integer(n, 1, r.limits.stations))
	}
	if r.join(&u.members) {
		c.add(r, u)
	}
}

func (c *channel) client(r *reader, item *node, first int) *clients {
	u := &users{}
	readClient(r, item, first, &usersTable, u, &u.clients)
	if item.kind == mappingNode {
		c.add(r, u)
	}
	return &u.clients
}

// add takes a group of users, and reads how often they make frames.
func (c *channel) add(r *reader, u *users) {
	c.groups = append(c.groups, u)
	var given *node
	for _, key := range comings {
		n := u.node.get(key)
		switch {
		case n == nil || n.null():
		case given != nil:
			r.fail(n, "%s says this already: give one of s, rate and load", given.key)
		default:
			given = n
		}
	}
	if given == nil {
		r.fail(u.node, "s (the probability that a user without a frame makes one in a slot), rate (frames a second, of each) or load (frames in the time of a frame, of all together) is missing")
		return
	}
	v := r.moreThanNone(given)
	if v == nil {
		return
	}
	frame := new(big.Rat).SetInt64(int64(c.Frame))
	count := new(big.Rat).SetInt64(int64(u.count))
	switch given.key {
	case "s":
		if u.Endless {
			r.fail(given, "s is of each of so many users: no end of them have a load")
			return
		}
		c.probability(r, u, given, v)
	case "rate":
		if u.Endless {
			r.fail(given, "rate is of each of so many users: no end of them have a load")
			return
		}
		u.Every = r.meanTime(given, perSecond(v))
	case "load":
		if c.Slotted && !u.Endless {
			c.probability(r, u, given, v.Quo(v, count))
			return
		}
		frame.Mul(frame, count)
		u.Every = r.meanTime(given, frame.Quo(frame, v))
	}
}

func (c *channel) probability(r *reader, u *users, n *node, v *big.Rat) {
	if u.S, _ = v.Float64(); u.S > 1 {
		r.fail(n, "%s is more than one frame of each user in a slot", n.text)
	}
}

// finish builds the policy of users that no list of stations has.
func (c *channel) finish(r *reader) {
	if c.node.parent.get("stations") == nil {
		for _, u := range c.groups {
			r.clientPolicy(&u.clients)
		}
	}
}

func (c *channel) unit() phy.Time { return c.Frame }

func (c *channel) endless() string { return "users make frames without end" }

func (c *channel) network(common Common) (medium.Network, error) {
	config := c.Config
	config.Seed, config.BitTime, config.Warmup, config.Until, config.Draws = common.Seed, common.BitTime, common.Warmup, common.Until, common.Draws
	for _, u := range c.groups {
		g := u.Group
		if g.Group = u.group(); g.Policy == nil {
			g.Policy, g.Unit, _ = ParsePolicy("beb", c.Frame)
		}
		config.Groups = append(config.Groups, g)
	}
	n, err := aloha.New(config)
	if err != nil {
		return nil, err // not a nil network in an interface
	}
	return n, nil
}
