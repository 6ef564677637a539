package main

import (
	"github.com/csmacd/csmacd/internal/published"
)

// summary is the head of the page: what it is, how to make it again, what it came to.
func (p *page) summary(run amount, all tests, answers []section, failed int) {
	p.text("# How csmacd stands on IEEE 802.3 clause 4")
	p.text(`This page is written by the checks that it tells of: it states what they came to as they ran to make it, and nothing
else. In a clone,

` + "```sh\nmake conformance   # go run ./internal/conformance > docs/conformance.md\n```" + `

runs them and writes it again, in some minutes. Networks are numbered and seeds fixed, so that it comes out the same on any
machine (the rows on other processors want qemu-user-static, and say so where it is missing). A submission is refused whose
checks fail, or write another page than the one it holds.`)
	if failed > 0 {
		p.text("**%d times below something FAILS.**", failed)
	} else {
		p.text("**All of it holds.**")
	}
	if run.effort != 1 {
		p.text("Statistical figures were run with an effort of %g only, with intervals as much wider.", float64(run.effort))
	}
	p.text("Three kinds of check were run:")
	stories, random := 0, 0
	for _, r := range rules {
		stories += len(all.match("medium/bus", ruleStory(r.number)))
	}
	stories += len(all.match("medium/bus", countersStory)) + len(all.match("medium/bus", overrideStory))
	for _, r := range properties {
		for _, name := range r.tests {
			random += all.find(r.room, name).random
		}
	}
	n := reached(all)
	figures := map[published.Kind]int{}
	for _, s := range answers {
		for _, g := range s.groups {
			for i := range g.cases {
				figures[g.cases[i].Kind] += len(g.cases[i].Expected)
			}
		}
	}
	p.line("1. %d **stories**, networks worked out by hand, and %s random cases of %d **properties**;", stories, grouped(random), len(properties))
	p.line("2. **a second model**, the procedures of 4.2.8 stepped a quarter of a bit at a time: %s random networks, %s events", grouped(n.networks), grouped(n.events))
	p.line("   the same on both, in the same order;")
	p.line("3. **answers of others**, textbooks, theory, a measurement, two simulators: %d exact figures, %d statistical ones, and %d of", figures[published.Exact], figures[published.Statistical], figures[published.Arithmetic])
	p.line("   formulas worked out again.")
	p.line("")
}

// limits says what the page does not show.
func (p *page) limits() {
	p.text("## What is not shown here")
	p.text(`- Not modelled: repeaters with a state of their own (partition, jabber), the SQE test, line coding, noise, and half duplex
  at 1 Gb/s (carrier extension, bursts). A star is one delay between every two stations.
- The measured Ethernet is a shape and no reproduction: its figures point by point could not be had.
- How the other MACs stand on the rules was read, not run; which of their releases was read is not recorded. The figures of INET
  and ns-2 are those of runs of theirs whose length and beginning are not recorded.
- Throughput theory for ALOHA and CSMA in general, and Metcalfe and Boggs's efficiency, are not here: the engine is held to exact
  chains and to simulations of its own rules.`)
}
