// Package files keeps the files of a command from destroying each other.
//
// A [Table] lists every file that a command reads and writes. Its Check compares them by
// identity, through symbolic and hard links, before the first is opened for writing.
//
// A [Whole] is a file that is written at once, at the end: it is written beside its place and
// renamed, so that its name stands for the old content or the new one, and never for a part.
package files
