package page

import (
	"os/exec"
	"runtime"
)

// OpenBrowser opens an address in the user's browser if this machine can. It reports no error,
// because its caller has printed the address.
func OpenBrowser(url string) {
	name, args := "xdg-open", []string{url}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", url}
	}
	command := exec.Command(name, args...)
	if command.Start() == nil {
		go func() { _ = command.Wait() }()
	}
}
