package names

import (
	"fmt"
	"strings"
)

// Some lists the first eight of several names, and says how many more there are.
func Some(names []string) string { return first(8, names) }

func first(most int, names []string) string {
	list := strings.Join(names[:min(len(names), most)], ", ")
	if n := len(names) - most; n > 0 {
		list += fmt.Sprintf(" and %d more", n)
	}
	return list
}
