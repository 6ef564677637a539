package backoff

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A limit of 0 never widens the range: 2^min(n,0) is 1, so the only draw is 0.
func TestBEBLimitNone(t *testing.T) {
	p := BEB(0)
	for n := 1; n < 20; n++ {
		require.Equal(t, Window{Low: 0, Size: 1}, p.Window(n))
	}
	require.Equal(t, Window{Low: 0, Size: 2}, BEB(1).Window(16))
	require.Equal(t, Window{Low: 0, Size: 1024}, BEB(10).Window(15))
}

// At its last attempt a limit stops by itself, even if the policy would have failed.
func TestLimitFailsOnlyBeforeItsLastAttempt(t *testing.T) {
	for attempts, want := range map[int]error{1: nil, 2: ErrScriptEnded, 0: ErrScriptEnded} {
		p, s := Limit(Script(nil), attempts, 0), State{Attempt: 1}
		_, stop := p.Next(&s, nil)
		require.True(t, stop)
		if s.Spare == 0 { // nothing was drawn yet
			s.Spare = 1
		}
		require.ErrorIs(t, p.Err(&s), want, "%d attempts", attempts)
	}
}
