package listen

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/usage"
)

// An address that is wrong is a mistake in the command line; one that is taken is not.
func TestAddresses(t *testing.T) {
	for _, address := range []string{"", "nowhere", "127.0.0.1", "127.0.0.1:99999", "127.0.0.1:-1", "127.0.0.1:http", "[::1"} {
		_, err := On(address, "127.0.0.1:80")
		require.ErrorContains(t, err, "is not an address to listen on: give HOST:PORT, such as 127.0.0.1:80", address)
		assert.ErrorAs(t, err, new(usage.Error), address)
	}
	l, err := On("127.0.0.1:0", "")
	require.NoError(t, err)
	defer l.Close()
	_, err = On(l.Addr().String(), "")
	require.ErrorContains(t, err, l.Addr().String()+" is in use, perhaps by another run: give another port")
	assert.NotErrorAs(t, err, new(usage.Error))
}
