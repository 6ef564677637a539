// Package exponential gives a benchmark access to gRPC's backoff. gRPC keeps it in an internal
// package, which only code below google.golang.org/grpc may import; that is the reason for the path
// of this module. It replaces nothing of gRPC, and exists in this folder only.
package exponential

import (
	public "google.golang.org/grpc/backoff"
	internal "google.golang.org/grpc/internal/backoff"
)

// Backoff is gRPC's backoff. Its method Backoff returns the delay before a retry.
type Backoff = internal.Exponential

// New returns the backoff for a configuration.
func New(c public.Config) Backoff { return Backoff{Config: c} }
