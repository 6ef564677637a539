package metric

// The distributions in a record, in their order.
const (
	AccessDelay = iota
	QueueDelay
	RoundTrip // of flows, as the others below
	Try
	Way
	Distributions // their number
)
