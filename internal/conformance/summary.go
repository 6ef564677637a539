package main

import (
	"github.com/csmacd/csmacd/internal/published"
)

// summary writes the head of the page: what it is, how to make it again, and a summary of the results.
func (p *page) summary(run amount, all tests, answers []section, failed int) {
	p.text("# How csmacd stands on IEEE 802.3 clause 4")
	p.text(`A program writes this page: it runs the checks that the page lists, and prints their results. In a clone,

` + "```sh\nmake conformance   # go run ./internal/conformance > docs/conformance.md\n```" + `

runs the checks and writes the page again. It takes some minutes. Networks are numbered and seeds are fixed, so that the page
is the same on any machine. (The rows for other processors need qemu-user-static; without it they say so.) A submission is
refused if a check fails, or if the checks write a different page.`)
	if failed > 0 {
		p.text("**%d checks below FAIL.**", failed)
	} else {
		p.text("**Every check holds.**")
	}
	if run.effort != 1 {
		p.text("Statistical figures were run with an effort of %g only; their intervals are wider accordingly.", float64(run.effort))
	}
	p.text("There are three kinds of checks:")
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
	n := reached(all, "TestNumbered")
	figures := map[published.Kind]int{}
	for _, s := range answers {
		for _, g := range s.groups {
			for i := range g.cases {
				figures[g.cases[i].Kind] += len(g.cases[i].Expected)
			}
		}
	}
	p.line("1. %d **stories**, which are networks computed by hand, and %s random cases of %d **properties**;", stories, grouped(random), len(properties))
	p.line("2. **a second model**, the procedures of 4.2.8 in steps of a quarter of a bit: %s random networks, %s events", grouped(n.networks), grouped(n.events))
	p.line("   that are the same in both models, in the same order;")
	p.line("3. **published results** of textbooks, theory, a measurement and two simulators: %d exact figures, %d statistical ones, and %d", figures[published.Exact], figures[published.Statistical], figures[published.Arithmetic])
	p.line("   results of formulas, computed again.")
	p.line("")
}

// limits writes what the page does not show.
func (p *page) limits() {
	p.text("## What is not shown here")
	p.text(`- Not modelled: line coding, and half duplex at 1 Gb/s (carrier extension, bursts). In a star the delay between any two stations is
  the same.
- The measured Ethernet is compared in shape only, and not reproduced: its individual figures are not available.
- The table of other MACs comes from reading their sources, not from running them. The releases that were read are not recorded.
  The figures of INET and ns-2 are from runs of theirs whose length and start are not recorded.
- There is no throughput theory for ALOHA and CSMA in general, nor Metcalfe and Boggs's efficiency: the engine is compared with
  exact chains, and with simulations of its own rules.`)
}
