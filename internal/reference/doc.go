// Package reference writes pages of docs/reference from the data that the program itself has: the keys of
// scenarios from their schema, the commands from their help. Tests hold the pages to what it writes; make docs writes
// them anew.
package reference
