package show

import "fmt"

// oneLine joins errors as [errors.Join] does, but in one line: a display has no room for more,
// and shows the end of a line as a question mark.
func oneLine(errs ...error) (all error) {
	for _, err := range errs {
		switch {
		case all == nil:
			all = err
		case err != nil:
			all = fmt.Errorf("%w; %w", all, err)
		}
	}
	return all
}
