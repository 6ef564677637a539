package campaign

// Append writes the record of a run, with the check sum given, to a file of this process, and adds the run to
// those that have a record.
func (c *Campaign) Append(point, replication int, line []byte, sum uint64) error {
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
