// Package policies has the backoff policies by name: what each does, its parameters, and how it
// is built from what a file or a command line says.
//
// A policy is an entry of one of two lists: of the policies that draw whole slots (slots.go),
// or of those with any delay (delays.go). The entry has the policy's name, formula and source,
// its parameters with their ranges, and the function that builds it. The reader, the messages,
// csmacd policies and the tests that compare the schema of scenarios use it.
//
// A [Choice] is a policy with its parameters, as it was read. It is built later, because
// defaults may follow from the rules of the station that uses it, and the unit of plain numbers
// from the medium.
package policies
