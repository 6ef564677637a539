// Package page is the page of csmacd lab: a folder of files made from the sources in web and
// from package player, which is compiled to WebAssembly for it (make page). The files are
// embedded, so that csmacd needs neither a network nor npm. They are served on loopback, or
// written to a folder that any web server, or a browser alone, can show.
//
// A scenario runs entirely in the reader's browser: the server sends the same few files to
// every client, accepts nothing, and reads nothing from the disk.
//
// This package serves files and does not read scenarios: package player, below it, runs one.
package page
