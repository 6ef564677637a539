package metric

// The distributions of delays in a record, in their order.
const (
	AccessDelay = iota
	QueueDelay
	Distributions // their number
)
