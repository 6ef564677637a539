package tap

import "github.com/songgao/water"

func open(name string) (*water.Interface, error) {
	return water.New(water.Config{
		DeviceType:             water.TAP,
		PlatformSpecificParams: water.PlatformSpecificParams{Name: name},
	})
}
