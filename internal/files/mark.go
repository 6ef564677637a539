package files

import (
	"bufio"
	"io"
)

// WithoutMark returns a reader of a text in UTF-8 without the byte order mark that spreadsheets write before it.
func WithoutMark(text io.Reader) io.Reader {
	const mark = "\ufeff"
	b := bufio.NewReader(text)
	if head, _ := b.Peek(len(mark)); string(head) == mark {
		_, _ = b.Discard(len(mark)) // they have been read
	}
	return b
}
