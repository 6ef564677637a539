// Package names finds the name that a user means by a part of it, and suggests one where there
// is none.
package names
