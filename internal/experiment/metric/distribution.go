package metric

// The distributions of delays that a record has, in their order.
const (
	AccessDelay = iota
	QueueDelay
	Distributions // their number
)
