//go:build !js

package bus

// large reports whether this program has what only networks of thousands of stations need. The program of the page has
// no room for it. Results are the same without it.
const large = true
