//go:build !linux

package tap

import (
	"errors"

	"github.com/songgao/water"
)

func open(string) (*water.Interface, error) {
	return nil, errors.New("TAP devices are Linux's")
}
