//go:build linux

package host

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"

	"golang.org/x/sys/unix"

	"github.com/csmacd/csmacd/tap"
)

// The requests that a helper does.
const (
	begins  = "begin"  // a run of the scenario Name
	ups     = "up"     // the host of a Spec; the answer has the files of its device
	leaves  = "leave"  // the host of the station Name
	packets = "packet" // a packet socket on the interface Name in Netns; the answer has its files
	intends = "intend" // the file Name of a Unix socket is about to be made
	settles = "settle" // it was made, or not
	names   = "names"  // of hosts
	urgent  = "urgent" // the process's Thread runs before others
	closes  = "close"  // the run
)

// request is what a process asks its helper for.
type request struct {
	Do, Name, Netns string
	Rootless, Made  bool
	Thread          int
	Spec            *Spec
	Hosts           []Named
}

// answer is what the helper says. Files come with it.
type answer struct {
	Error               string // "" if all is well
	ID, Socket, Control string
	Swept               []string
	Space               Space
	Parts               tap.Parts
}

// wire is the socket between a process and its helper. Each message is JSON after its length in four
// octets, with which file descriptors come.
type wire struct{ *net.UnixConn }

const (
	mostMessage = 4 << 20 // octets: the names of a thousand hosts are less
	mostFiles   = 4
)

func (w wire) send(message any, files []int) error {
	text, err := json.Marshal(message)
	if err != nil {
		return err
	}
	if len(text) > mostMessage {
		return fmt.Errorf("a message of %d octets is too long", len(text))
	}
	var rights []byte
	if len(files) > 0 {
		rights = unix.UnixRights(files...)
	}
	if _, _, err := w.WriteMsgUnix(binary.BigEndian.AppendUint32(nil, uint32(len(text))), rights, nil); err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// receive reads a message. The error is io.EOF if the other end is closed.
func (w wire) receive(message any) (files []int, err error) {
	head, rights := make([]byte, 4), make([]byte, unix.CmsgSpace(4*mostFiles))
	n, count, _, _, err := w.ReadMsgUnix(head, rights)
	switch {
	case err == nil && n == 0, errors.Is(err, unix.ECONNRESET):
		return nil, io.EOF
	case err != nil:
		return nil, err
	}
	if files, err = filesOf(rights[:count]); err != nil {
		return nil, err
	}
	if _, err = io.ReadFull(w, head[n:]); err == nil {
		length := binary.BigEndian.Uint32(head)
		if length > mostMessage {
			err = fmt.Errorf("a message of %d octets is too long", length)
		} else {
			text := make([]byte, length)
			if _, err = io.ReadFull(w, text); err == nil {
				err = json.Unmarshal(text, message)
			}
		}
	}
	if err != nil {
		closeAll(files)
		return nil, err
	}
	return files, nil
}

// filesOf returns the file descriptors that came with a message. No child process inherits them.
func filesOf(rights []byte) (files []int, err error) {
	messages, err := unix.ParseSocketControlMessage(rights)
	if err != nil {
		return nil, err
	}
	for i := range messages {
		list, err := unix.ParseUnixRights(&messages[i])
		if err != nil {
			return nil, err
		}
		files = append(files, list...)
	}
	for _, fd := range files {
		unix.CloseOnExec(fd) // package net has asked for it already, where the kernel can
	}
	return files, nil
}
