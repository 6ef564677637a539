//go:build !js && !small

package lan

// extended reports whether the network has what only makes runs of bridges with many ports faster, and changes no result.
const extended = true
