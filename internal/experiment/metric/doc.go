// Package metric defines the figures of a run: their names, units and values, and which media have them.
package metric
