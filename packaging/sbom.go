package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"runtime/debug"
	"strings"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"

	"github.com/csmacd/csmacd/internal/licenses/collect"
)

// bill returns the bill of materials (CycloneDX 1.6) of a binary: what its own build information says that it
// was linked from, with licences.
func (s *source) bill(binary string) ([]byte, error) {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", binary, err)
	}
	list := cyclonedx.NewBOM()
	list.SpecVersion = cyclonedx.SpecVersion1_6
	list.SerialNumber = ""
	self := component("github.com/csmacd/csmacd", "v"+s.version, "Apache-2.0")
	self.Type = cyclonedx.ComponentTypeApplication
	list.Metadata = &cyclonedx.Metadata{Timestamp: s.at.Format("2006-01-02T15:04:05Z"), Component: &self}
	library := component("std", strings.TrimPrefix(info.GoVersion, "go"), collect.License("Go, standard library"))
	parts := []cyclonedx.Component{library}
	refs := []string{library.BOMRef}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		license := collect.License(m.Path)
		if license == "" {
			return nil, fmt.Errorf("%s is linked, and nobody has said what its licence is: internal/licenses/collect/known.go", m.Path)
		}
		c := component(m.Path, m.Version, license)
		if c.Hashes, err = hashes(m); err != nil {
			return nil, err
		}
		parts, refs = append(parts, c), append(refs, c.BOMRef)
	}
	list.Components = &parts
	list.Dependencies = &[]cyclonedx.Dependency{{Ref: self.BOMRef, Dependencies: &refs}}
	var b bytes.Buffer
	encoder := cyclonedx.NewBOMEncoder(&b, cyclonedx.BOMFileFormatJSON)
	encoder.SetPretty(true)
	err = encoder.EncodeVersion(list, cyclonedx.SpecVersion1_6)
	return b.Bytes(), err
}

// component describes a Go module.
func component(path, version, license string) cyclonedx.Component {
	purl := "pkg:golang/" + path + "@" + version
	return cyclonedx.Component{
		Type: cyclonedx.ComponentTypeLibrary, BOMRef: purl, PackageURL: purl, Name: path, Version: version,
		Licenses: &cyclonedx.Licenses{{Expression: license}},
	}
}

// hashes returns the hash of go.sum, which is of the module's files in a zip archive.
func hashes(m *debug.Module) (*[]cyclonedx.Hash, error) {
	sum, ok := strings.CutPrefix(m.Sum, "h1:")
	if !ok {
		return nil, nil
	}
	octets, err := base64.StdEncoding.DecodeString(sum)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.Path, err)
	}
	return &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgoSHA256, Value: hex.EncodeToString(octets)}}, nil
}
