package metric

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// summed is a result and the sums of its stations' counters.
type summed struct {
	*medium.Result
	counters mac.Counters
	octets   uint64
	times    [Distributions]medium.Delays // of all flows
	slot     phy.Time                     // slotTime; 0 if the medium has none
	settled  bool                         // false: a warm-up was looked for and not found
}

// ruled is a medium whose stations follow the rules of clause 4.
type ruled interface{ Params(station int) mac.Params }

// Append appends the values of all metrics of a run to a list. settled is false if a warm-up was looked for and
// not found.
func Append(list []float64, r *medium.Result, net medium.Network, settled bool) []float64 {
	s := sum(r, net)
	s.settled = settled
	for i := range All {
		list = append(list, All[i].of(s))
	}
	return list
}

func sum(r *medium.Result, net medium.Network) *summed {
	s := &summed{Result: r, counters: Counters(r), times: flowTimes(net)}
	if n, ok := net.(ruled); ok && net.Len() > 0 {
		s.slot = n.Params(0).SlotTime
	}
	for i := range r.Stations {
		s.octets += r.Stations[i].OctetsDelivered
	}
	return s
}

// Counters returns the sums of the counters of all stations.
func Counters(r *medium.Result) (sum mac.Counters) {
	for i := range r.Stations {
		c := &r.Stations[i].Counters
		sum.FramesTransmittedOK += c.FramesTransmittedOK
		sum.SingleCollisionFrames += c.SingleCollisionFrames
		sum.MultipleCollisionFrames += c.MultipleCollisionFrames
		sum.FramesReceivedOK += c.FramesReceivedOK
		sum.FrameCheckSequenceErrors += c.FrameCheckSequenceErrors
		sum.AlignmentErrors += c.AlignmentErrors
		sum.FrameTooLongErrors += c.FrameTooLongErrors
		sum.OctetsTransmittedOK += c.OctetsTransmittedOK
		sum.OctetsReceivedOK += c.OctetsReceivedOK
		sum.FramesWithDeferredXmissions += c.FramesWithDeferredXmissions
		sum.LateCollisions += c.LateCollisions
		sum.FramesAbortedDueToXSColls += c.FramesAbortedDueToXSColls
		sum.FramesWithExcessiveDeferral += c.FramesWithExcessiveDeferral
		sum.MulticastFramesXmittedOK += c.MulticastFramesXmittedOK
		sum.BroadcastFramesXmittedOK += c.BroadcastFramesXmittedOK
		sum.MulticastFramesReceivedOK += c.MulticastFramesReceivedOK
		sum.BroadcastFramesReceivedOK += c.BroadcastFramesReceivedOK
		sum.CarrierSenseErrors += c.CarrierSenseErrors
		sum.Fragments += c.Fragments
		sum.SQETestErrors += c.SQETestErrors
	}
	return sum
}
