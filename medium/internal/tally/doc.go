// Package tally counts what all media count alike: delays, and the digest of a run.
package tally
