// Package retryhttp repeats HTTP requests that fail. Its [Transport] stands between an http.Client and
// the network, so that a program that has a client changes nothing else:
//
//	client := &http.Client{Transport: &retryhttp.Transport{Retrier: retry.Retrier{
//		Policy: backoff.FullJitter(backoff.AWS), Unit: time.Millisecond, MaxAttempts: 8,
//	}}}
//	resp, err := client.Get("https://example.com/rows/7")
//
// By default it repeats what RFC 9110 allows a client to repeat: a request that is idempotent, after an
// error of the network or a status that says that the server cannot answer now; and any request that
// cannot have been acted on. It waits for as long as Retry-After asks, plus the delay of the policy.
package retryhttp
