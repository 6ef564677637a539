//go:build !linux

package control

import (
	"errors"
	"io/fs"
	"net"
)

// ownUser refuses everybody: live runs need Linux.
func ownUser(*net.UnixConn) error { return errors.New("control sockets need Linux") }

func ownFile(fs.FileInfo) bool { return true }
