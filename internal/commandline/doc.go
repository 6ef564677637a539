// Package commandline is what all commands of a program have in common: the order of flags and files, the form of
// help, and errors that name a flag as it is typed and suggest what was meant.
package commandline
