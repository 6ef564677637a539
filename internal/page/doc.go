// Package page is the page of csmacd lab: a folder of files made from the sources in web and
// from package player, which is compiled to WebAssembly for it (make page). The files are
// embedded, so that csmacd needs neither a network nor npm for it, and are served on
// loopback, or written out as a folder that any web server, or none, can show.
//
// All of a scenario runs in the reader's browser: the server hands out the same few files
// to everybody, takes nothing, and reads nothing from the disk.
//
// It serves files and knows no scenario: package player, below it, runs one.
package page
