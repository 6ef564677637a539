//go:build !js && !small

package bus

// extended reports whether the engine has what only makes runs of many stations faster, and changes no result.
const extended = true
