//go:build !js && !small

package domain

// extended reports whether the engine has what only makes runs of several hubs, of links of very different lengths, or of
// cables at a hub faster, and changes no result.
const extended = true
