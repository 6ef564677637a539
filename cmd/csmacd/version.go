package main

import (
	"regexp"
	"runtime/debug"
)

// nextVersion is the version that a build has whose commit has no tag. It is the one that comes next.
const nextVersion = "0.1.0"

// Version is the version of the results: the same scenario, seed and version give
// the same bytes. It is that of the tag of the commit that was built.
var Version = versionOf(debug.ReadBuildInfo())

// tag matches a version that is a tag, and not made from the date and the hash of a commit.
var tag = regexp.MustCompile(`^v(\d+\.\d+\.\d+(-(rc|beta|alpha)\.\d+)?)$`)

// versionOf returns the version that a build has by its tag, or nextVersion.
func versionOf(build *debug.BuildInfo, ok bool) string {
	if ok {
		if m := tag.FindStringSubmatch(build.Main.Version); m != nil {
			return m[1]
		}
	}
	return nextVersion
}
