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
