//go:build !linux

package live

import (
	"errors"

	"github.com/csmacd/csmacd/internal/attach"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/tap"
)

type hosts struct{ ports []tap.Port }

func setUp(*scenario.Scenario, Network, bool) (*hosts, error) {
	return nil, errors.New("live stations need Linux")
}

func (h *hosts) join(*attach.Host, *domain.Station) (tap.Port, error) {
	return tap.Port{}, errors.New("hosts need Linux")
}

func (h *hosts) play([]scenario.Flow, uint64, float64) (player, error) {
	return nil, errors.New("hosts need Linux")
}

func (h *hosts) leave(string) error { return nil }
func (h *hosts) prefer(int)         {}
func (h *hosts) id() string         { return "" }
func (h *hosts) swept() []string    { return nil }
func (h *hosts) socket() string     { return "" }
func (h *hosts) control() string    { return "" }
func (h *hosts) close() error       { return nil }
