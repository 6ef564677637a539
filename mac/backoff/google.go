package backoff

import "math"

// GoogleRule holds the parameters of a builder of ExponentialBackOff in Google's HTTP client
// library for Java. Times are whole milliseconds.
type GoogleRule struct {
	Initial, Max int64   // intervals
	MaxElapsed   int64   // time after which the policy stops
	Multiplier   float64 // at least 1
	Jitter       float64 // the randomization factor, 0 to 1
}

// GoogleDefault holds the library's defaults: half a second, half as much again each time, up to a
// minute, each with a jitter of plus or minus half, for a quarter of an hour.
var GoogleDefault = GoogleRule{Initial: 500, Max: 60000, MaxElapsed: 900000, Multiplier: 1.5, Jitter: 0.5}

type google struct {
	GoogleRule
	millisecond float64
}

// Google returns ExponentialBackOff of google-http-java-client. The delay is (int)(low +
// u*(high-low+1)) milliseconds, u from 0 to 1, where low and high are the interval minus and plus
// its jitter. The next interval is (int)(interval*multiplier), or the cap once that is reached. The
// cap applies before the draw. The policy stops once more than MaxElapsed has passed since the work
// began (State.Elapsed). It keeps the interval in State.Spare. millisecond is the length of a
// millisecond in units.
func Google(rule GoogleRule, millisecond float64) Policy {
	if p := refuse("google", parameter{"multiplier", rule.Multiplier}, parameter{"jitter", rule.Jitter},
		parameter{"length of a millisecond", millisecond}); p != nil {
		return p
	}
	const most = MaxDelay / 4
	rule.Initial, rule.Max = max(1, min(rule.Initial, most)), max(1, min(rule.Max, most))
	rule.Multiplier, rule.Jitter = atLeast(1, rule.Multiplier), min(1, within(rule.Jitter))
	return google{rule, within(millisecond)}
}

func (google) Name() string { return "google" }

func (p google) Next(s *State, r *Rand) (delay float64, stop bool) {
	if s.Elapsed > float64(float64(p.MaxElapsed)*p.millisecond) {
		return 0, true
	}
	interval := float64(p.Initial)
	if s.Attempt > 1 {
		interval = p.grown(float64(max(1, min(s.Spare, MaxDelay))))
	}
	s.Spare = uint64(interval)
	return s.wait(float64(p.drawn(interval, s.Uniform(r, 0, 1)) * p.millisecond))
}

// grown returns the interval that follows an interval.
func (p google) grown(interval float64) float64 {
	if interval >= float64(p.Max)/p.Multiplier {
		return float64(p.Max)
	}
	return math.Trunc(float64(interval * p.Multiplier))
}

// drawn returns the delay in milliseconds for an interval and a uniform number.
func (p google) drawn(interval, u float64) float64 {
	delta := float64(p.Jitter * interval)
	low, high := interval-delta, interval+delta
	return math.Trunc(low + float64(u*(high-low+1)))
}
