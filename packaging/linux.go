package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb"
	nfpmfiles "github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

// places says where the files of an archive are in a Linux system.
var places = []struct{ prefix, to string }{
	{"man/csmacd.1", "/usr/share/man/man1/csmacd.1.gz"},
	{"completions/csmacd.bash", "/usr/share/bash-completion/completions/csmacd"},
	{"completions/_csmacd", "/usr/share/zsh/vendor-completions/_csmacd"},
	{"completions/csmacd.fish", "/usr/share/fish/vendor_completions.d/csmacd.fish"},
	{"csmacd.schema.json", "/usr/share/csmacd/csmacd.schema.json"},
	{"examples/", "/usr/share/csmacd/examples/"}, // not below doc, which small systems leave out
	{"LICENSE", "/usr/share/doc/csmacd/copyright"},
	{"", "/usr/share/doc/csmacd/"},
}

// place returns the path of a file of an archive in a Linux system.
func place(name string) string {
	for _, p := range places {
		if rest, ok := strings.CutPrefix(name, p.prefix); ok {
			if strings.HasSuffix(p.to, "/") {
				return p.to + rest
			}
			return p.to
		}
	}
	return ""
}

// linux returns the package of a format (deb, rpm) for a processor, and its file name.
func (s *source) linux(format, goarch string, files []file) (name string, _ []byte, err error) {
	binary, err := s.build("linux/" + goarch)
	if err != nil {
		return "", nil, err
	}
	stage, err := os.MkdirTemp(s.scratch, format)
	if err != nil {
		return "", nil, err
	}
	info := &nfpm.Info{
		Name: "csmacd", Arch: goarch, Platform: "linux", Version: s.version, Release: "1", Section: "net", Priority: "optional",
		Maintainer: "The csmacd authors <csmacd@users.noreply.github.com>", Homepage: "https://github.com/csmacd/csmacd", License: "Apache-2.0",
		Description: "CSMA/CD Ethernet MAC emulator, exact to the bit time\\n" +
			"Simulated stations and real Linux hosts share a half-duplex Ethernet with collisions, jam and\\n" +
			"backoff. Experiments, labs, captures, and a page that teaches.",
		MTime: s.at, DisableGlobbing: true,
		Overridables: nfpm.Overridables{
			Suggests: []string{"iproute2", "wireshark | tshark"},
			RPM:      nfpm.RPM{BuildHost: "localhost", Compression: "gzip:9"},
			Deb:      nfpm.Deb{Compression: "xz"},
		},
	}
	info.Description = strings.ReplaceAll(info.Description, `\n`, "\n")
	if format == "rpm" {
		info.Suggests = []string{"iproute", "wireshark-cli"}
	}
	info.Contents = append(info.Contents, &nfpmfiles.Content{Source: binary, Destination: "/usr/bin/csmacd",
		FileInfo: &nfpmfiles.ContentFileInfo{Mode: 0o755, MTime: s.at, Owner: "root", Group: "root"}})
	for i, f := range files {
		to := place(f.name)
		if strings.HasSuffix(to, ".gz") {
			f.content = compressed(f.content)
		}
		from := filepath.Join(stage, fmt.Sprint(i))
		if err := os.WriteFile(from, f.content, 0o644); err != nil {
			return "", nil, err
		}
		info.Contents = append(info.Contents, &nfpmfiles.Content{Source: from, Destination: to,
			FileInfo: &nfpmfiles.ContentFileInfo{Mode: 0o644, MTime: s.at, Owner: "root", Group: "root"}})
	}
	info = nfpm.WithDefaults(info)
	if err := nfpm.PrepareForPackager(info, format); err != nil {
		return "", nil, fmt.Errorf("%s: %w", format, err)
	}
	packager, err := nfpm.Get(format)
	if err != nil {
		return "", nil, err
	}
	var b bytes.Buffer
	if err := packager.Package(info, &b); err != nil {
		return "", nil, fmt.Errorf("%s: %w", format, err)
	}
	return packager.ConventionalFileName(info), b.Bytes(), nil
}
