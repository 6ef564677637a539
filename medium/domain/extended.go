//go:build !js && !small

package domain

// extended reports whether the engine has what only makes runs of several hubs, or of links of very different lengths,
// faster, and changes no result.
const extended = true
