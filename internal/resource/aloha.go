package resource

import (
	"math/big"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/policies"
	"github.com/csmacd/csmacd/internal/stations"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/aloha"
	"github.com/csmacd/csmacd/phy"
)

// Aloha is a medium of kind aloha or slotted-aloha.
type Aloha struct {
	aloha.Config
	node   *document.Node
	Groups []*users
}

// users are a group of identical users of a channel.
type users struct {
	clients
	aloha.Group
}

func newChannel(slotted bool) Medium {
	return &Aloha{Config: aloha.Config{Slotted: slotted, Frame: phy.Millisecond}}
}

// comings are the keys that set how often users make frames. They are read once the number of
// users is known.
var comings = []string{"s", "rate", "load"}

// channelTable returns the keys of a channel. The key frame has the length of a frame; other is
// the name of this key in the other kind of channel.
func channelTable(kind, frame, other string) table[Aloha] {
	return table[Aloha]{
		What: "a medium of kind " + kind,
		Fields: []field[Aloha]{
			{Key: "kind"},
			{Key: frame, Read: func(r *Reader, c *Aloha, n *document.Node) { document.SetTo(&c.Frame)(r.Positive(n)) }},
			{Key: "feedback", Read: readFeedback},
			{Key: "backlog_limit", Read: func(r *Reader, c *Aloha, n *document.Node) { c.Limit, _ = r.Integer(n, 1, stations.Most) }},
			{Key: "users"}, {Key: "s"}, {Key: "rate"}, {Key: "load"},
		},
		Misplaced: map[string]string{
			other:   other + " is a key of the other kind of channel: here it is " + frame,
			"count": "count is a key of a group: write users: 400 here, or count in an item of stations",
		},
	}
}

var (
	alohaTable   = channelTable("aloha", "frame", "slot")
	slottedTable = channelTable("slotted-aloha", "slot", "frame")
)

// usersTable has the keys of users in the list of stations.
var usersTable = table[users]{
	What:   "users of a channel",
	Fields: append(clientFields(func(u *users) *clients { return &u.clients }), field[users]{Key: "s"}, field[users]{Key: "rate"}, field[users]{Key: "load"}),
	Misplaced: map[string]string{
		"users":   "users is a key of the medium, for a channel with a single group: write count here",
		"traffic": "users of a channel have no traffic: write s, rate or load",
		"at":      "users of a channel have no place: leave at out",
	},
}

func readFeedback(r *Reader, c *Aloha, n *document.Node) {
	if n.Kind == document.Scalar && n.Number() {
		if v, ok := r.Decimal(n); ok {
			ps, ok := document.RoundRat(v.Mul(v, new(big.Rat).SetInt64(int64(c.Frame))), int64(phy.MaxTime))
			if c.Feedback = phy.Time(ps); !ok {
				r.Fail(n, "%s frames of %s are longer than 30 days, the longest time that can be simulated", n.Text, c.Frame)
			}
		}
		return
	}
	document.SetTo(&c.Feedback)(r.Duration(n))
}

func (c *Aloha) Read(r *Reader, n *document.Node) {
	c.node = n
	t := &alohaTable
	if c.Slotted {
		t = &slottedTable
	}
	t.Read(r, n, c)
	listed := n.Parent.Get("stations") != nil
	for _, key := range append([]string{"users"}, comings...) {
		if v := n.Get(key); v != nil && listed {
			r.Fail(v, "users are listed under stations: write %s there", map[bool]string{true: "count", false: key}[key == "users"])
		}
	}
	if !listed {
		c.readUsers(r)
	}
}

// readUsers reads the one group of users that the medium itself describes.
func (c *Aloha) readUsers(r *Reader) {
	u := &users{}
	u.Members = stations.Members{Node: c.node, Count: 1, Pattern: stations.Pattern{Before: "u", Numbered: true}}
	switch n := c.node.Get("users"); {
	case n == nil:
		r.Fail(c.node, "users is missing: write users: 400 or users: infinite, or list groups of them under stations")
		r.Total = 1
		return
	case n.Kind == document.Scalar && n.Text == "infinite":
		u.Endless = true
		u.Pattern = stations.Pattern{Before: "users"}
	default:
		document.SetTo(&u.Count)(r.Integer(n, 1, r.Most))
	}
	if r.Join(&u.Members) {
		c.add(r, u)
	}
}

func (c *Aloha) Client(r *Reader, item *document.Node, first int) *clients {
	u := &users{}
	readClient(r, item, first, &usersTable, u, &u.clients)
	if item.Kind == document.Mapping {
		c.add(r, u)
	}
	return &u.clients
}

// add adds a group of users, and reads how often they make frames.
func (c *Aloha) add(r *Reader, u *users) {
	c.Groups = append(c.Groups, u)
	var given *document.Node
	for _, key := range comings {
		n := u.Node.Get(key)
		switch {
		case n == nil || n.Null():
		case given != nil:
			r.Fail(n, "%s already says this: give one of s, rate and load", given.Key)
		default:
			given = n
		}
	}
	if given == nil {
		r.Fail(u.Node, "s (the probability that a user without a frame makes one in a slot), rate (frames per second of each user) or load (frames in the time of a frame, of all users together) is missing")
		return
	}
	v := r.MoreThanNone(given)
	if v == nil {
		return
	}
	if u.Endless && given.Key != "load" {
		r.Fail(given, "%s is the number of each user, and the users are infinite: write load instead", given.Key)
		return
	}
	frame := new(big.Rat).SetInt64(int64(c.Frame))
	count := new(big.Rat).SetInt64(int64(u.Count))
	switch given.Key {
	case "s":
		c.probability(r, u, given, v)
	case "rate":
		u.Every = r.MeanTime(given, stations.PerSecond(v))
	case "load":
		if c.Slotted && !u.Endless {
			c.probability(r, u, given, v.Quo(v, count))
			return
		}
		frame.Mul(frame, count)
		u.Every = r.MeanTime(given, frame.Quo(frame, v))
	}
}

func (c *Aloha) probability(r *Reader, u *users, n *document.Node, v *big.Rat) {
	if u.S, _ = v.Float64(); u.S > 1 {
		r.Fail(n, "%s is more than one frame per user and slot", n.Text)
	}
}

// Finish builds the policy of users that are not in a list of stations.
func (c *Aloha) Finish(r *Reader, _, _ phy.Time) {
	if c.node.Parent.Get("stations") == nil {
		for _, u := range c.Groups {
			r.clientPolicy(c, &u.clients)
		}
	}
}

// Offered returns the number of frames that come in the time of one, all users together. ok is false unless
// there are infinitely many users, who send each frame once.
func (c *Aloha) Offered() (load float64, ok bool) {
	for _, u := range c.Groups {
		if !u.Endless || u.Policy == nil {
			return 0, false
		}
		random := backoff.NewRand(0, "", "")
		if _, stop := u.Policy.Next(&backoff.State{Attempt: 1}, &random); !stop {
			return 0, false
		}
		load += float64(c.Frame) / float64(u.Every)
	}
	return load, len(c.Groups) > 0
}

func (c *Aloha) Unit() phy.Time { return c.Frame }

func (c *Aloha) Endless() string { return "users make frames without end" }

func (c *Aloha) Network(common Common) (medium.Network, error) {
	config := c.Config
	config.Seed, config.BitTime, config.Warmup, config.Until, config.Draws = common.Seed, common.BitTime, common.Warmup, common.Until, common.Draws
	for _, u := range c.Groups {
		g := u.Group
		if g.Group = u.group(); g.Policy == nil {
			g.Policy, g.Unit, _ = policies.Parse("beb", c.Frame)
		}
		config.Groups = append(config.Groups, g)
	}
	return network(aloha.New(config))
}
