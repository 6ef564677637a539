package detach

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// Start starts this program again with the same arguments, and returns what the child says when it
// is ready. log is the file to which the child appends what it writes after that; without a log that is lost. The
// exit status is that of a child that ended before.
func Start(ctx context.Context, log string) (said string, status int, err error) {
	self, err := os.Executable()
	if err != nil {
		return "", 0, err
	}
	if log != "" {
		if log, err = filepath.Abs(log); err != nil {
			return "", 0, err
		}
		f, err := os.OpenFile(log, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
		if err != nil {
			return "", 0, fmt.Errorf("--log: %w", err)
		}
		f.Close()
	}
	hear, tell, err := os.Pipe()
	if err != nil {
		return "", 0, err
	}
	defer hear.Close()
	child := &exec.Cmd{
		Path: self, Args: os.Args, Env: append(os.Environ(), fmt.Sprintf("%s=3:%s", env, log)),
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, ExtraFiles: []*os.File{tell},
		SysProcAttr: &syscall.SysProcAttr{Setsid: true},
	}
	err = child.Start()
	tell.Close()
	if err != nil {
		return "", 0, err
	}
	defer context.AfterFunc(ctx, func() { _ = child.Process.Signal(syscall.SIGTERM) })()
	said, err = bufio.NewReader(hear).ReadString('\n')
	if err == nil {
		return strings.TrimSuffix(said, "\n"), 0, child.Process.Release()
	}
	_ = child.Wait() // its status says it
	return "", max(child.ProcessState.ExitCode(), 1), ErrNotReady
}
