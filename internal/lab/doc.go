// Package lab holds exercises: each has a question, a scenario to answer it with, and further
// questions whose answers csmacd checks.
//
// A lab is two files, NAME.yaml and NAME.md. The YAML file has the scenario and the questions,
// the Markdown file the text of the student's sheet. No file contains the answer to a question:
// an answer is arithmetic, or an expression over the results of a run of the scenario, and is
// computed when it is needed. So it stays true if the engine or the scenario changes.
//
// A lab's files pass these stages:
//
//	text -> Lab        files.go, read.go, base.go, text.go, keys.go: all that is wrong in them at once, with its place
//	                   path.go, formula.go: expressions, checked before anything runs
//	Lab  -> figures    work.go, recorder.go, tell.go: runs, their results and events, what expressions make of them
//	Lab  -> sheets     sheet.go for students, expected.go for who teaches them
//	answer -> verdict  answer.go, check.go
package lab
