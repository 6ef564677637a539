package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// source is the tree that is packed.
type source struct {
	root    string
	scratch string // for binaries
	version string
	at      time.Time // of the commit: the time of all files
}

// open reads what is to be packed from the tree and its version control.
func open(root, scratch string) (*source, error) {
	s := &source{root: root, scratch: scratch}
	at, err := s.run("git", "log", "-1", "--format=%ct")
	if err != nil {
		return nil, fmt.Errorf("packages are made from a clone: %w", err)
	}
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("the time of the commit: %w", err)
	}
	s.at = time.Unix(seconds, 0).UTC()
	host, err := s.build(runtime.GOOS + "/" + runtime.GOARCH)
	if err != nil {
		return nil, err
	}
	printed, err := s.run(host, "--version")
	if err != nil {
		return nil, err
	}
	s.version = printed[strings.LastIndexByte(printed, ' ')+1:]
	commit, err := s.run("git", "rev-parse", "--short=12", "HEAD")
	if err != nil {
		return nil, err
	}
	if tagged, _ := s.run("git", "tag", "--points-at", "HEAD"); !strings.Contains("\n"+tagged+"\n", "\nv"+s.version+"\n") {
		s.version += "-dev." + s.at.Format("20060102150405") + "." + commit
	}
	if changed, err := s.run("git", "status", "--porcelain", "--untracked-files=no"); err != nil {
		return nil, err
	} else if changed != "" {
		s.version += ".changed"
	}
	return s, nil
}

// run returns what a command prints, without spaces around it.
func (s *source) run(name string, args ...string) (string, error) {
	return s.runWith(nil, name, args...)
}

func (s *source) runWith(environment []string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = s.root
	cmd.Env = append(os.Environ(), environment...)
	out, err := cmd.Output()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		err = fmt.Errorf("%w: %s", err, bytes.TrimSpace(failed.Stderr))
	}
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", filepath.Base(name), strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}

// build builds csmacd for a platform, and returns the binary's path. The binary depends on the sources and
// the Go release alone: not on the folder, the machine, the user's settings or the time.
func (s *source) build(platform string) (string, error) {
	goos, goarch, _ := strings.Cut(platform, "/")
	out := filepath.Join(s.scratch, goos+"-"+goarch, "csmacd")
	if goos == "windows" {
		out += ".exe"
	}
	if _, err := os.Stat(out); err == nil {
		return out, nil
	}
	args := []string{"build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w -buildid=", "-o", out}
	if goarch == "arm64" {
		// No product is fused with a sum, so that hosts on a stack have the results of amd64 (docs/tcp.md).
		args = append(args, "-gcflags=all=-d=fmahash=qn")
	}
	_, err := s.runWith([]string{"GOOS=" + goos, "GOARCH=" + goarch, "CGO_ENABLED=0", "GOFLAGS=", "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT="},
		"go", append(args, "./cmd/csmacd")...)
	return out, err
}

// host returns what the csmacd of this machine prints.
func (s *source) host(args ...string) ([]byte, error) {
	binary, err := s.build(runtime.GOOS + "/" + runtime.GOARCH)
	if err != nil {
		return nil, err
	}
	out, err := s.run(binary, args...)
	return []byte(out + "\n"), err
}

// shared returns the files that are the same on all platforms, by their names in an archive.
func (s *source) shared() ([]file, error) {
	var files []file
	for name, from := range map[string]string{"LICENSE": "LICENSE", "README.md": "README.md", "CHANGELOG.md": "CHANGELOG.md", "CITATION.cff": "CITATION.cff"} {
		content, err := os.ReadFile(filepath.Join(s.root, from))
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: name, content: content})
	}
	for name, args := range map[string][]string{
		"THIRD-PARTY.txt":         {"licenses"},
		"man/csmacd.1":            {"man"},
		"completions/csmacd.bash": {"completion", "bash"},
		"completions/_csmacd":     {"completion", "zsh"},
		"completions/csmacd.fish": {"completion", "fish"},
		"csmacd.schema.json":      {"schema"},
	} {
		content, err := s.host(args...)
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: name, content: content})
	}
	for _, kind := range []string{"scenarios", "experiments"} {
		from := filepath.Join(s.root, "testdata", kind)
		err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			name, err := filepath.Rel(from, path)
			files = append(files, file{name: "examples/" + kind + "/" + filepath.ToSlash(name), content: content})
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	byName(files)
	return files, nil
}
