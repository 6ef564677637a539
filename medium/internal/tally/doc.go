// Package tally counts what media count in the same way: delays, the digest of a run, and the figures of a
// CSMA/CD medium and its stations.
package tally
