package detach

import (
	"errors"
	"os"
)

// env tells a program that Start started it: the number of the file to which it says that it is
// ready, and the name of its log, with a colon between.
const env = "CSMACD_DETACHED"

// Child reports whether Start started this program.
func Child() bool { return os.Getenv(env) != "" }

// ErrNotReady is the error of Start if the child ended before it was ready, and has said why.
var ErrNotReady = errors.New("the run ended before it was ready")
