// Package stations reads what all lists of stations have: how many stations, or clients, each
// item of the list stands for, which numbers they have, and what they are called.
package stations
