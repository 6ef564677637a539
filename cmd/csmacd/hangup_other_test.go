//go:build !unix

package main

func interruptible() {}
