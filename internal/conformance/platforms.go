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
func runPlatforms(ctx context.Context) ([]platform, error) {
	ways := []struct{ arch, threads string }{{"amd64", "1"}, {"amd64", "4"}, {"386", "4"}, {"arm64", "1"}}
	list := make([]platform, len(ways))
	err := together(len(ways), func(i int) (err error) {
		list[i], err = runPlatform(ctx, ways[i].arch, ways[i].threads)
		return err
	})
	return list, err
}

func runPlatform(ctx context.Context, arch, threads string) (at platform, err error) {
	at.what = fmt.Sprintf("%s, GOMAXPROCS %s", arch, threads)
	environment := []string{"GOARCH=" + arch, "CGO_ENABLED=0", "GOMAXPROCS=" + threads}
	args := []string{"-run", "^TestLessonsGiveTheirFigures$", "./cmd/csmacd"}
	native := arch == runtime.GOARCH || arch == "386" && runtime.GOARCH == "amd64"
	if !native || runtime.GOOS != "linux" && arch != runtime.GOARCH {
		emulator, err := exec.LookPath(emulators[arch])
		if err != nil {
			at.needs = emulators[arch]
			return at, nil
		}
		args = append([]string{"-exec", emulator}, args...)
		environment = append(environment, "GODEBUG=asyncpreemptoff=1")
	}
	ran, err := goTest(ctx, environment, args...)
	if err != nil {
		return at, err
	}
	at.test = ran.find("cmd/csmacd", "TestLessonsGiveTheirFigures")
	return at, nil
}
