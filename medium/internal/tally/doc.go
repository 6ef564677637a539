// Package tally counts what all media count in the same way: delays, and the digest of a run.
package tally
