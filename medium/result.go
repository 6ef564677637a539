package medium

import "github.com/csmacd/csmacd/mac"

// ResultSchema names the format of a [Result] written as JSON.
const ResultSchema = "csmacd/result/1"

// Result is the result of a run. All figures except Digest leave a warm-up out.
//
// All media have the same figures, named after those of a cable, so that a program which
// reads one reads them all, and policies can be compared across media. On a medium without
// frames the words stand for what takes their place:
//
//	medium  frame                     attempt                           collision
//	aloha   a frame                   a transmission                    attempts that overlapped
//	store   a client's change         a write of the row                a write that was refused
//	server  a client's piece of work  a request                         a request that its client gave up
//	submit  a job                     a request that reached the queue  a crash of the queue
//
// The names are part of the format [ResultSchema] and do not change with the medium. What
// only one kind of medium has is in [Aloha], [Store], [Server] and [Submit].
type Result struct {
	Schema        string    `json:"schema"`
	Scenario      string    `json:"scenario"`
	Seed          uint64    `json:"seed"`
	Version       string    `json:"version"`
	Engine        string    `json:"engine"`   // the hash of the code that made it: of two results with the same one, all else is comparable
	Digest        string    `json:"digest"`   // of every transmission, the warm-up's included: 128 bits in hexadecimal
	Complete      bool      `json:"complete"` // false for a run that failed or was interrupted
	SimulatedPs   int64     `json:"simulated_ps"`
	SimulatedBits float64   `json:"simulated_bits"`
	WarmupPs      int64     `json:"warmup_ps"` // ran before the simulated time given, and is in no figure
	Medium        Medium    `json:"medium"`
	AccessDelay   Delays    `json:"access_delay_us"` // from head of queue to the last bit sent; frames sent
	Delay         Delays    `json:"delay_us"`        // from being queued to the last bit at the addressee; frames delivered
	Stations      []Station `json:"stations"`

	Groups []GroupResult `json:"groups,omitempty"` // of clients that differ, on a medium that is no cable
	Notes  []string      `json:"notes,omitempty"`  // what a reader of the figures has to know
}

// GroupResult is what happened to clients that are alike.
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
	Failures        uint64  `json:"failures"` // attempts that came to nothing
	Throughput      float64 `json:"throughput"`
	Jain            float64 `json:"jain"`
	Delay           Delays  `json:"delay_us"`

	*Aloha
	*Store
	*Server
	*Submit
}

// Censored reports whether delays leave out so much that a reader has to know: they are of the work that is done,
// and more than one in a hundred pieces is not, but under way at the end or given up. It is a rule for media
// other than a cable, where a piece of work is a client's.
func Censored(done, unfinished float64) bool { return 100*unfinished > done+unfinished }

// Medium is what happened on the medium as a whole.
type Medium struct {
	Kind            string  `json:"kind"`
	FramesOffered   uint64  `json:"frames_offered"`
	FramesSent      uint64  `json:"frames_sent"`      // their senders met no collision
	FramesDelivered uint64  `json:"frames_delivered"` // of those, received whole by whom they were for
	FramesLost      uint64  `json:"frames_lost"`      // of those, not
	FramesDropped   uint64  `json:"frames_dropped"`   // by their senders
	FramesQueued    uint64  `json:"frames_queued"`    // at the end
	Attempts        uint64  `json:"attempts"`         // transmissions begun
	Collisions      uint64  `json:"collisions"`       // groups of attempts that detected each other
	Throughput      float64 `json:"throughput"`       // bits of delivered frames over simulated bit times
	ShareSuccess    float64 `json:"share_success"`    // of time, by attempts that met no collision
	ShareCollision  float64 `json:"share_collision"`  // of the rest, by those that did
	ShareIdle       float64 `json:"share_idle"`       // of the rest
	OfferedLoad     float64 `json:"offered_load"`     // bits of offered frames, header and gap included, over simulated bit times
	Jain            float64 `json:"jain"`             // index of fairness over octets delivered, stations with traffic

	// What only media of a kind have; nil, and not in the JSON, on all others.
	*Aloha
	*Store
	*Server
	*Submit
}

// Aloha is what a channel of the ALOHA family has besides.
type Aloha struct {
	BacklogMean  float64 `json:"backlog_mean"`            // users with a frame that has collided and is not through, over time
	FirstExitUs  float64 `json:"first_exit_us,omitempty"` // when more were so than the limit, which ended the run; left out: never
	BacklogLimit int     `json:"backlog_limit,omitempty"` // that limit
	LostUs       float64 `json:"lost_us,omitempty"`       // when the channel was lost, which ended the run; left out: never
	Endless      bool    `json:"endless,omitempty"`       // users are without number; they are one station
}

// Store is what a store has besides. A frame there is a client's change of the row, an
// attempt is a write, a collision a write that was refused.
type Store struct {
	Calls        uint64  `json:"calls"`         // writes
	CompletionUs float64 `json:"completion_us"` // until the last client so far had its answer
}

// Server is what a server has besides. A frame there is a piece of work of a client, an
// attempt a request, a collision one that its client gave up.
type Server struct {
	Windows []Window `json:"windows"`

	// From the end of the last stop to the first window after it with at least nine tenths
	// of the rate of answers before the first stop, and less than one tenth of it given up.
	RecoveredUs     *float64 `json:"recovered_us,omitempty"`     // nil: never, or no stop
	ConcurrencyPeak uint64   `json:"concurrency_peak,omitempty"` // the most requests in the server at once; not of a group
}

// Window is what came of requests during five seconds, as clients saw it, each a second.
type Window struct {
	OK       float64 `json:"ok"`       // answered in time
	TimedOut float64 `json:"timedout"` // given up by their client
}

// Submit is what a queue of jobs has besides. A frame there is a job.
type Submit struct {
	Submitted uint64 `json:"submitted"` // jobs
	Refused   uint64 `json:"refused"`   // attempts while the queue was down
	Crashes   uint64 `json:"crashes"`   // of the queue, out of descriptors
	Aborted   uint64 `json:"aborted"`   // attempts that a crash ended
	Deferred  uint64 `json:"deferred"`  // attempts not begun, since too few descriptors were free
}

// Delays is a distribution of delays, in microseconds. Percentiles are within a
// thousandth of their value; the rest is exact.
type Delays struct {
	Count uint64  `json:"count"`
	Mean  float64 `json:"mean"`
	P50   float64 `json:"p50"`
	P95   float64 `json:"p95"`
	P99   float64 `json:"p99"`
	Max   float64 `json:"max"`
}

// StationDelays is the part of a distribution that is kept for every station.
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
	FramesDropped      uint64        `json:"frames_dropped"`   // for any reason, a full queue included
	FramesDelivered    uint64        `json:"frames_delivered"` // sent by this station
	OctetsDelivered    uint64        `json:"octets_delivered"` // sent by this station, from destination address to FCS
	AccessDelay        StationDelays `json:"access_delay_us"`
}
