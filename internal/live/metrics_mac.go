package live

import (
	"reflect"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
)

// clause30 describes the counters of a MAC by their names: IEEE 802.3, 30.3.1.1, and RFC 2819 for
// Fragments.
var clause30 = map[string]string{
	"FramesTransmittedOK":         "Frames sent without error.",
	"SingleCollisionFrames":       "Frames sent after exactly one collision.",
	"MultipleCollisionFrames":     "Frames sent after more than one collision.",
	"FramesReceivedOK":            "Frames received without error, for this station or a group.",
	"FrameCheckSequenceErrors":    "Frames received of whole octets whose FCS is wrong.",
	"AlignmentErrors":             "Frames received that are not of whole octets and whose FCS is wrong.",
	"FrameTooLongErrors":          "Frames received that are longer than the longest allowed.",
	"OctetsTransmittedOK":         "Octets of data and pad in frames sent without error.",
	"OctetsReceivedOK":            "Octets of data and pad in frames received without error.",
	"FramesWithDeferredXmissions": "Frames whose first attempt waited for the medium, and that met no collision.",
	"LateCollisions":              "Collisions later than one slot time into an attempt.",
	"FramesAbortedDueToXSColls":   "Frames given up after collisions in all attempts allowed.",
	"FramesWithExcessiveDeferral": "Frames that waited for the medium for excessively long.",
	"MulticastFramesXmittedOK":    "Frames sent without error to a group other than broadcast.",
	"BroadcastFramesXmittedOK":    "Frames sent without error to broadcast.",
	"MulticastFramesReceivedOK":   "Frames received without error that were for a group other than broadcast.",
	"BroadcastFramesReceivedOK":   "Frames received without error that were for broadcast.",
	"CarrierSenseErrors":          "Attempts during which the station's own carrier was lost or never seen.",
	"SQETestErrors":               "Transmissions after which the transceiver did not test its collision signal.",
	"Fragments":                   "Receptions shorter than the shortest frame allowed, such as of collisions.",
}

// ofClause30 returns the counters of the MAC, one for each field of [mac.Counters].
func ofClause30() (list []metric[medium.Station]) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[mac.Counters]()) {
		list = append(list, counter(f.Name, clause30[f.Name],
			func(s *medium.Station) float64 {
				return float64(reflect.ValueOf(&s.Counters).Elem().FieldByIndex(f.Index).Uint())
			}))
	}
	return list
}
