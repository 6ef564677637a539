package metric

// The distributions in a record, in their order.
const (
	AccessDelay = iota
	QueueDelay
	RoundTrip
	Distributions // their number
)
