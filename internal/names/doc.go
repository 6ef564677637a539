// Package names finds the name that a user means by a part of it, suggests one if no name fits,
// and lists names for messages.
package names
