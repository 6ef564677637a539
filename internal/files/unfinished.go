package files

import (
	"os"
	"sync"
)

// unfinished are the files that have not yet replaced the files beside them.
var unfinished struct {
	sync.Mutex
	names map[string]bool
}

func begin(name string) {
	unfinished.Lock()
	defer unfinished.Unlock()
	if unfinished.names == nil {
		unfinished.names = map[string]bool{}
	}
	unfinished.names[name] = true
}

func finish(name string) {
	unfinished.Lock()
	defer unfinished.Unlock()
	delete(unfinished.names, name)
}

// RemoveUnfinished removes what has been written of files that are not complete. A process that
// is about to exit in the middle of its work calls it, from any goroutine.
func RemoveUnfinished() {
	unfinished.Lock()
	defer unfinished.Unlock()
	for name := range unfinished.names {
		_ = os.Remove(name)
	}
}
