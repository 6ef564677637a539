// Package names finds the name that a user means by a part of it, suggests one where there
// is none, and lists names for messages.
package names
