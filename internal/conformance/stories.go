package main

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// stories lists the tests of each rule, in words.
func (p *page) stories(all tests) {
	p.text("## The stories")
	p.text("`go test -v -run TestRule ./medium/bus` runs the stories of the rules. Each of the following is the name of a test, in words.")
	list := func(name string, stories *regexp.Regexp) {
		var words []string
		for _, t := range all.match("medium/bus", stories) {
			s := sentence(t.name)
			if !t.ok {
				s = "**FAILS: " + s + "**"
			}
			words = append(words, s)
		}
		p.line("- %s: %s", name, strings.Join(words, "; "))
	}
	for _, r := range rules {
		list("rule "+strconv.Itoa(r.number), ruleStory(r.number))
	}
	list("counters", countersStory)
	list("overrides", overrideStory)
	p.line("")
}

var prefix = regexp.MustCompile(`^Test(Rule[0-9]+)?`)

// sentence returns the name of a test as words.
func sentence(name string) string {
	var b strings.Builder
	name = prefix.ReplaceAllString(name, "")
	letters := []rune(name)
	for i, r := range letters {
		begins := unicode.IsUpper(r) || unicode.IsDigit(r) && !unicode.IsDigit(letters[max(0, i-1)])
		inside := i > 0 && unicode.IsUpper(letters[i-1]) && i+1 < len(letters) && unicode.IsUpper(letters[i+1])
		if i > 0 && begins && !inside {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.Replace(b.String(), "mib ", "MIB: ", 1)
}
