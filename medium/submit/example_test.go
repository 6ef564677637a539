package submit_test

import (
	"fmt"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/submit"
	"github.com/csmacd/csmacd/phy"
)

// Sixty clients of each discipline, each group alone with a queue for forty, for two minutes.
func Example() {
	for _, discipline := range submit.Disciplines {
		g := submit.Group{Group: medium.Group{Name: discipline.String()}, Discipline: discipline}
		for i := range 60 {
			g.Names = append(g.Names, fmt.Sprint("client ", i))
		}
		n, err := submit.New(submit.Config{Seed: 1, Rule: submit.Standard, Groups: []submit.Group{g}})
		if err != nil {
			panic(err)
		}
		if err := n.Run(120 * phy.Second); err != nil {
			panic(err)
		}
		m := n.Result().Medium
		fmt.Printf("%-8s  submitted %4d  crashes %2d  refused %4d\n", discipline, m.Submitted, m.Crashes, m.Refused)
	}
	// Output:
	// fixed     submitted    8  crashes 24  refused 6148
	// aloha     submitted  778  crashes  9  refused  395
	// ethernet  submitted  884  crashes  6  refused  307
}
