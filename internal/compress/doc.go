// Package compress compresses the files that a command writes by the endings of their names, and
// reads them whatever their names are.
//
// A file is a sequence of parts: gzip members or Zstandard frames. Each part is a whole file of
// its own. Programs read the parts as one file, which is valid after each of them. A part depends
// on its own text only: the same text makes the same octets.
package compress
