// Package licenses has the licences of what is built into csmacd: the Go modules and the standard
// library that a released binary is linked from on any platform, and what the page of csmacd lab is
// made of.
//
// third-party.txt is generated: go generate ./internal/licenses writes it after any change of
// dependencies. A test holds it to what is linked.
package licenses

import _ "embed"

//go:generate go run generate.go

// ThirdParty is the list of what is built in, followed by the texts of all licences.
//
//go:embed third-party.txt
var ThirdParty string
