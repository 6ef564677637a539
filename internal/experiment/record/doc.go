// Package record reads and writes the records of runs. A record says what determined its run, and holds the run's figures, the
// distributions of its delays, and what its plan keeps besides.
package record
