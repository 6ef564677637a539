// Package retry does an operation again until it succeeds, with any policy of package
// backoff between its attempts.
//
// A [Retrier] says how: the policy and the unit of its numbers, and what ends it, a
// number of attempts, a time, a [Budget] that many callers share. It is a plain value
// that is only read: any number of goroutines may use one, and each piece of work has a
// state and a stream of random numbers of its own.
//
//	r := retry.Retrier{Policy: backoff.BEB(10), Unit: 10 * time.Millisecond, MaxAttempts: 8}
//	err := r.Do(ctx, func(ctx context.Context) error { return save(ctx, row) })
//	row, err := retry.DoValue(ctx, &r, func(ctx context.Context) (Row, error) { return load(ctx, id) })
//
// An operation that fails says by its error whether to go on: [Permanent] ends it, and
// [After] brings in what a server has asked for. What Do returns when it gives up is an
// [*Error]: the operation's last error, why there was no further attempt, how many there
// were, and how long it took. errors.Is and errors.As see through all of these.
//
// Delays are float64 until the last moment and come to a time.Duration by saturation, so
// that no number of attempts and no parameter overflows. A wait that would end after the
// time limit, or after the deadline of the context, is not begun.
package retry
