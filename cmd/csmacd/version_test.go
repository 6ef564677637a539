package main

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A build has the version of its tag. A commit between two tags has the version that comes next, and so do
// builds without version control: their results are comparable.
func TestVersion(t *testing.T) {
	for version, want := range map[string]string{
		"v1.2.3":                               "1.2.3",
		"v0.2.0-rc.1":                          "0.2.0-rc.1",
		"(devel)":                              nextVersion,
		"":                                     nextVersion,
		"v0.1.1-0.20261123060000-0123456789ab": nextVersion,
		"v0.0.0-20261123060000-0123456789ab+dirty": nextVersion,
		"v1.2.3+dirty": nextVersion,
	} {
		assert.Equal(t, want, versionOf(&debug.BuildInfo{Main: debug.Module{Version: version}}, true), version)
	}
	assert.Equal(t, nextVersion, versionOf(nil, false))
}
