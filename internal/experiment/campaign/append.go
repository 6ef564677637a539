package campaign

import (
	"fmt"

	"github.com/csmacd/csmacd/internal/experiment/record"
)

// Append writes the record of a run to a file of this process, and adds the run to those that have a record.
func (c *Campaign) Append(point, replication int, line []byte) error {
	sum, err := record.Check(line)
	if err != nil {
		return fmt.Errorf("the new record %w", err)
	}
	c.own.dir = c.Dir
	e, err := c.own.append(line)
	if err != nil {
		return err
	}
	if c.ownNumber == 0 {
		if c.ownNumber, err = c.files.add(c.own.file.Name()); err != nil {
			return err
		}
	}
	e.segment, e.sum, e.unsettled = c.ownNumber, sum, c.unsettled(line)
	return c.points[point].put(&c.files, replication, e)
}

// EndAppending makes the appended records survive a power cut. No record is appended after it.
func (c *Campaign) EndAppending() error { return c.own.close() }
