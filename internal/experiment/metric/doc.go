// Package metric defines the figures of a run: their names, their units, how they are computed, and which media have them.
package metric
