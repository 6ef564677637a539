package medium

import (
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// ResultSchema is the name of the format of a [Result] written as JSON.
const ResultSchema = "csmacd/result/1"

// Result is the result of a run. All figures except Digest leave out the warm-up.
//
// All media have the same figures, named after those of a cable. A program that reads one medium's
// can therefore read them all, and policies can be compared across media. On a medium without
// frames the names have these meanings:
//
//	medium  frame                     attempt                           collision
//	aloha   a frame                   a transmission                    attempts that overlapped
//	store   a client's change         a write of the row                a write that was refused
//	server  a client's piece of work  a request                         a request that its client gave up
//	submit  a job                     a request that reached the queue  a crash of the queue
//
// The names are part of the format [ResultSchema] and do not depend on the medium. Figures that
// only one kind of medium has are in [Aloha], [Store], [Server] and [Submit].
type Result struct {
	Schema        string    `json:"schema"`
	Scenario      string    `json:"scenario"`
	Seed          uint64    `json:"seed"`
	Version       string    `json:"version"`
	Engine        string    `json:"engine"`   // the hash of the code that made it: results with the same hash can be compared octet by octet
	Digest        string    `json:"digest"`   // of every transmission, warm-up included: 128 bits in hexadecimal
	Complete      bool      `json:"complete"` // false for a run that failed or was interrupted
	SimulatedPs   int64     `json:"simulated_ps"`
	SimulatedBits float64   `json:"simulated_bits"`
	WarmupPs      int64     `json:"warmup_ps"` // simulated before SimulatedPs, and in no figure
	Medium        Medium    `json:"medium"`
	AccessDelay   Delays    `json:"access_delay_us"` // from the head of the queue to the last bit sent, of frames sent
	Delay         Delays    `json:"delay_us"`        // from being queued to the last bit at the destination, of frames delivered
	Stations      []Station `json:"stations"`

	Domains []Domain      `json:"domains,omitempty"` // of a network: its collision domains, in order
	Links   []Domain      `json:"links,omitempty"`   // of a network: its links with two full-duplex ends, in order
	Devices []Device      `json:"devices,omitempty"` // of a network: repeaters, then bridges
	Groups  []GroupResult `json:"groups,omitempty"`  // of clients that differ, on a medium other than a cable
	Notes   []string      `json:"notes,omitempty"`   // what a reader of the figures has to know

	Flows []Flow `json:"flows,omitempty"` // between hosts in virtual time, in the order of the scenario
	Stack string `json:"stack,omitempty"` // the version of the hosts' TCP/IP stack

	Timeline []Effect `json:"timeline,omitempty"` // what changed during the run, in order of time; the caller sets it
}

// Lines returns the collision domains of a network, and then its full-duplex links.
func (r *Result) Lines() []Domain { return slices.Concat(r.Domains, r.Links) }

// Effect is an entry of a scenario's timeline that took effect during a run.
type Effect struct {
	AtUs   float64 `json:"at_us"`
	ForUs  float64 `json:"for_us,omitempty"` // how long it lasts; omitted: until another entry
	Change string  `json:"change"`           // as the scenario says it: "cut: 250m"
}

// String returns the entry in words: "at 1s for 500ms: cut: 250m".
func (e Effect) String() string {
	span := "at " + microseconds(e.AtUs).String()
	if e.ForUs > 0 {
		span += " for " + microseconds(e.ForUs).String()
	}
	return span + ": " + e.Change
}

func microseconds(us float64) phy.Time { return phy.Time(float64(us*float64(phy.Microsecond)) + 0.5) }

// GroupResult is what happened to the clients of one group.
type GroupResult struct {
	Name            string  `json:"name"`
	Policy          string  `json:"policy"`
	Stations        int     `json:"stations"`
	FramesOffered   uint64  `json:"frames_offered"`
	FramesSent      uint64  `json:"frames_sent"`
	FramesDelivered uint64  `json:"frames_delivered"`
	FramesDropped   uint64  `json:"frames_dropped"`
	FramesQueued    uint64  `json:"frames_queued"`
	Attempts        uint64  `json:"attempts"`
	Failures        uint64  `json:"failures"` // attempts that failed
	Throughput      float64 `json:"throughput"`
	Jain            float64 `json:"jain"`
	Delay           Delays  `json:"delay_us"`

	*Aloha
	*Store
	*Server
	*Submit
}

// Censored reports whether delays leave out so much that a reader has to know: they include only
// work that is done, and more than one in a hundred pieces of work is under way at the end or was
// given up. The rule is for media other than a cable, where a piece of work belongs to a client.
func Censored(done, unfinished float64) bool { return 100*unfinished > done+unfinished }

// Medium is what happened on the medium as a whole.
type Medium struct {
	Kind            string  `json:"kind"`
	FramesOffered   uint64  `json:"frames_offered"`
	FramesSent      uint64  `json:"frames_sent"`              // whose senders met no collision
	FramesDelivered uint64  `json:"frames_delivered"`         // of those sent: received whole by their destination
	FramesLost      uint64  `json:"frames_lost"`              // of those sent: not delivered
	FramesDropped   uint64  `json:"frames_dropped"`           // discarded by their senders
	FramesQueued    uint64  `json:"frames_queued"`            // at the end
	Attempts        uint64  `json:"attempts"`                 // transmissions that began
	Collisions      uint64  `json:"collisions"`               // groups of attempts that detected each other
	Throughput      float64 `json:"throughput"`               // bits of delivered frames per simulated bit time
	ShareSuccess    float64 `json:"share_success"`            // share of time with attempts that met no collision
	ShareCollision  float64 `json:"share_collision"`          // share of the remaining time with attempts that collided
	ShareIdle       float64 `json:"share_idle"`               // share of time that remains
	OfferedLoad     float64 `json:"offered_load"`             // bits of offered frames, header and gap included, per simulated bit time
	Jain            float64 `json:"jain"`                     // index of fairness over octets delivered, of stations with traffic
	ThroughputBps   float64 `json:"throughput_bps,omitempty"` // of a network, instead of the five figures that are relative to one line: bits of delivered frames per second

	PLCA *PLCABus `json:"plca,omitempty"` // of a bus with PLCA

	// Figures that only one kind of medium has; nil, and not in the JSON, on the others.
	*Aloha
	*Store
	*Server
	*Submit
}

// Aloha holds the additional figures of a channel of the ALOHA family.
type Aloha struct {
	BacklogMean  float64 `json:"backlog_mean"`            // mean over time of the number of users with a frame that has collided and is not sent yet
	FirstExitUs  float64 `json:"first_exit_us,omitempty"` // when that number exceeded the limit, which ended the run; omitted: never
	BacklogLimit int     `json:"backlog_limit,omitempty"` // that limit
	LostUs       float64 `json:"lost_us,omitempty"`       // when the channel was lost, which ended the run; omitted: never
	Endless      bool    `json:"endless,omitempty"`       // the number of users is unlimited; they are one station
}

// Store holds the additional figures of a store. A frame there is a client's change of the row, an
// attempt is a write, and a collision is a write that was refused.
type Store struct {
	Calls        uint64  `json:"calls"`         // writes
	CompletionUs float64 `json:"completion_us"` // until the last client so far had its response
}

// Server holds the additional figures of a server. A frame there is a client's piece of work, an
// attempt is a request, and a collision is a request that its client gave up.
type Server struct {
	Windows []Window `json:"windows"`

	// The time from the end of the last stop to the first window after it with at least nine tenths
	// of the rate of responses before the first stop, and less than one tenth of it given up.
	RecoveredUs     *float64 `json:"recovered_us,omitempty"`     // nil: never, or there was no stop
	ConcurrencyPeak uint64   `json:"concurrency_peak,omitempty"` // the most requests in the server at once; not for a group
}

// Window holds the outcomes of requests during five seconds, as clients saw them, each as a rate
// per second.
type Window struct {
	OK       float64 `json:"ok"`       // answered in time
	TimedOut float64 `json:"timedout"` // given up by the client
}

// Submit holds the additional figures of a queue of jobs. A frame there is a job.
type Submit struct {
	Submitted uint64 `json:"submitted"` // jobs
	Refused   uint64 `json:"refused"`   // attempts while the queue was down
	Crashes   uint64 `json:"crashes"`   // of the queue, for lack of descriptors
	Aborted   uint64 `json:"aborted"`   // attempts that a crash ended
	Deferred  uint64 `json:"deferred"`  // attempts not made because too few descriptors were free
}

// Delays is a distribution of delays, in microseconds. Percentiles are within a thousandth of their
// value; the other figures are exact.
type Delays struct {
	Count uint64  `json:"count"`
	Mean  float64 `json:"mean"`
	P50   float64 `json:"p50"`
	P95   float64 `json:"p95"`
	P99   float64 `json:"p99"`
	Max   float64 `json:"max"`
}

// StationDelays is the part of a distribution that is kept for each station.
type StationDelays struct {
	Count uint64  `json:"count"`
	Mean  float64 `json:"mean"`
	Max   float64 `json:"max"`
}

// Station is what happened to one station.
type Station struct {
	Name               string        `json:"name"`
	Counters           mac.Counters  `json:"counters"`
	CollisionsPerFrame []uint64      `json:"collisions_per_frame"` // [k]: frames sent after exactly k collisions, fewer than the attempt limit; those discarded at it are FramesAbortedDueToXSColls
	FramesOffered      uint64        `json:"frames_offered"`
	FramesQueued       uint64        `json:"frames_queued"`
	FramesDropped      uint64        `json:"frames_dropped"`   // for any reason, including a full queue
	FramesDelivered    uint64        `json:"frames_delivered"` // sent by this station
	OctetsDelivered    uint64        `json:"octets_delivered"` // sent by this station, from destination address to FCS
	AccessDelay        StationDelays `json:"access_delay_us"`

	PLCA *PLCANode `json:"plca,omitempty"` // of a node that had PLCA at any time
}
