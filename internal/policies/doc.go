// Package policies has the backoff policies by name: what each is, what it takes, and how it
// is built of what a file or a command line says.
//
// A policy is one entry of a list: of those that draw whole slots (slots.go), or of those of
// any delay (delays.go). The entry has the policy's name, formula and source, its parameters
// with their ranges, and the function that builds it. The reader, the messages, csmacd
// policies and the tests that hold the schema of scenarios to it follow.
//
// A [Choice] is a policy with its parameters, as it was read. It is not built at once, since
// what is left out may follow from the rules of the station that uses it, and what a plain
// number is a multiple of from the medium.
package policies
