//go:build !js && !small

package domain

import "github.com/csmacd/csmacd/medium/internal/instant"

// extended reports whether the engine has what only makes runs of several hubs, of links of very different lengths, or of
// cables at a hub faster, and changes no result.
const extended = true

// later holds the events of contention rounds that have not been shown.
type later = instant.Later
