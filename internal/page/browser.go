package page

import (
	"os/exec"
	"runtime"
)

// OpenBrowser shows an address, where this machine has a way to; where not, the address
// has been printed.
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
