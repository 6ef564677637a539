//go:build js || small

package domain

// The program of the page is as small as it can be: there networks of several hubs, or with cables, run by instants. The tag small lets
// the tests run so too.
const extended = false
