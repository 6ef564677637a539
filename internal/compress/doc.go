// Package compress compresses the files that a command writes by the endings of their names, and
// reads them whatever their names are.
//
// A file is written part by part, and is whole after each of them: a part is a gzip member, or some
// blocks of the only Zstandard frame. The same parts make the same octets.
package compress
