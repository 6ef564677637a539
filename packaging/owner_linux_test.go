package main

import (
	"io/fs"
	"syscall"
)

// owner returns the number of the user that a file belongs to.
func owner(info fs.FileInfo) uint32 { return info.Sys().(*syscall.Stat_t).Uid }
