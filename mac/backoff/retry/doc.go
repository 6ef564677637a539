// Package retry repeats an operation until it succeeds. Any policy of package
// [github.com/csmacd/csmacd/mac/backoff] determines the delays between the attempts.
//
// A [Retrier] holds the policy, the unit of its numbers, and the limits: a number of attempts, a
// time, and a [Budget] that many callers share. It is a plain value that is never modified, so that
// any number of goroutines may use one. Each piece of work has a state and a stream of random
// numbers of its own.
//
//	r := retry.Retrier{Policy: backoff.BEB(10), Unit: 10 * time.Millisecond, MaxAttempts: 8}
//	err := r.Do(ctx, func(ctx context.Context) error { return save(ctx, row) })
//	row, err := retry.DoValue(ctx, &r, func(ctx context.Context) (Row, error) { return load(ctx, id) })
//
// An operation controls the retries by its error: [Permanent] ends them, and [After] passes on the
// delay that a server asks for. When Do gives up, it returns an [*Error]: the operation's last
// error, the reason for which there was no further attempt, the number of attempts, and the time
// they took. errors.Is and errors.As find the errors inside.
//
// Delays are float64 and are converted to a time.Duration at the end, limited to its range: no
// number of attempts and no parameter overflows. A wait that would end after the time limit, or
// after the deadline of the context, is not begun.
package retry
