// Command site writes the documentation as a folder of HTML pages that any web server, or a
// browser alone, shows:
//
//	go run ./internal/site bin/site
//
// It is run at the root of the module. The site has README.md as its front page, the pages of
// docs, bench and the root, the documentation of the public packages, the page of csmacd lab,
// and the files that they link to. Folders and titles make the navigation. A link to a file,
// a heading or an image that does not exist is an error, and no site is written.
//
// The same tree makes the same files, octet by octet. Nothing that a page needs comes from
// elsewhere: search is a list of sections and a script beside it.
package main
