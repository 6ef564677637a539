// Package lan simulates networks: collision domains joined by bridges.
package lan
