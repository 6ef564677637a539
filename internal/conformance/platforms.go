package main

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
)

// platform is a processor and a number of threads with which the lessons are run.
type platform struct {
	what  string
	test  *test  // nil: it could not be run here,
	needs string // because this is not installed
}

// emulators run the programs of other processors on Linux.
var emulators = map[string]string{"amd64": "qemu-x86_64-static", "386": "qemu-i386-static", "arm64": "qemu-aarch64-static"}

// runPlatforms runs the lessons with one thread and with many, and on other processors. In an emulator a Go program
// has one thread and is not preempted by signals, since it hangs now and then otherwise (golang.org/issue/70329).
func runPlatforms(ctx context.Context) (list []platform, err error) {
	for _, way := range []struct{ arch, threads string }{{"amd64", "1"}, {"amd64", "4"}, {"386", "4"}, {"arm64", "1"}} {
		at := platform{what: fmt.Sprintf("%s, GOMAXPROCS %s", way.arch, way.threads)}
		environment := []string{"GOARCH=" + way.arch, "CGO_ENABLED=0", "GOMAXPROCS=" + way.threads}
		args := []string{"-run", "^TestLessonsGiveTheirFigures$", "./cmd/csmacd"}
		native := way.arch == runtime.GOARCH || way.arch == "386" && runtime.GOARCH == "amd64"
		if !native || runtime.GOOS != "linux" && way.arch != runtime.GOARCH {
			emulator, err := exec.LookPath(emulators[way.arch])
			if err != nil {
				at.needs = emulators[way.arch]
				list = append(list, at)
				continue
			}
			args = append([]string{"-exec", emulator}, args...)
			environment = append(environment, "GODEBUG=asyncpreemptoff=1")
		}
		ran, err := goTest(ctx, environment, args...)
		if err != nil {
			return nil, err
		}
		at.test = ran.find("cmd/csmacd", "TestLessonsGiveTheirFigures")
		list = append(list, at)
	}
	return list, nil
}
