// Package stations reads what all lists of stations have in common: how many stations, or
// clients, each item of the list stands for, their numbers, and their names.
package stations
