package policies

import (
	"errors"
	"slices"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

// ParseAll reads all policies. The error joins all problems, each once.
func ParseAll(texts []string, unit phy.Time) (list []backoff.Policy, grains []phy.Time, err error) {
	var errs []error
	for _, text := range texts {
		p, grain, err := Parse(text, unit)
		if err != nil && !slices.ContainsFunc(errs, func(e error) bool { return e.Error() == err.Error() }) {
			errs = append(errs, err)
		}
		list, grains = append(list, p), append(grains, grain)
	}
	return list, grains, errors.Join(errs...)
}
