// Package resource reads the media of scenarios other than cables, and the clients that contend
// for them: a channel without carrier sense, a row of a store, a server, a queue of jobs.
//
// Each kind has a file of its own, with its tables of keys, and an entry in the list of kinds
// (resource.go); what all clients have is in clients.go.
package resource
