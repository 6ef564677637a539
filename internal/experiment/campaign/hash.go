package campaign

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
)

// HashOf returns the SHA-256 of a file in hexadecimal, or the text of the error of reading it.
func HashOf(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return err.Error()
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return err.Error()
	}
	return hex.EncodeToString(h.Sum(nil))
}
