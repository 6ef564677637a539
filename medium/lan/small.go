//go:build js || small

package lan

// The program of the page is as small as it can be: there each round looks at all domains.
const extended = false
