// Package sha256 is SHA-256 (FIPS 180-4): that of the standard library, and in a browser one of our own.
// The standard library's draws in all of what it needs to be certified (AES, SHA-3, HMAC and a source of
// random numbers), which is a hundredth of the page.
package sha256
