package tap_test

import (
	"fmt"

	"github.com/csmacd/csmacd/tap"
)

func ExampleParseSocket() {
	for _, s := range []string{"unix:/run/h1.sock", "tcp:localhost:5000", "tcp:10.0.0.1:5000"} {
		socket, err := tap.ParseSocket(s)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(socket.Network(), socket)
	}
	// Output:
	// unix unix:/run/h1.sock
	// tcp tcp:127.0.0.1:5000
	// "tcp:10.0.0.1:5000": only addresses of this machine are allowed (localhost, 127.0.0.0/8 and [::1]), because connections are not authenticated
}
