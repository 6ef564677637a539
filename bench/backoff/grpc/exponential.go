// Package exponential shows a benchmark gRPC's backoff. gRPC keeps it in an internal
// package, which only code below google.golang.org/grpc may import: hence the path of
// this module. It replaces nothing of gRPC's, and is found in this folder alone.
package exponential

import (
	public "google.golang.org/grpc/backoff"
	internal "google.golang.org/grpc/internal/backoff"
)

// Backoff is gRPC's: its method Backoff gives the delay before a retry.
type Backoff = internal.Exponential

// New returns the backoff of a configuration.
func New(c public.Config) Backoff { return Backoff{Config: c} }
