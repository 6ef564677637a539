// Package lab is exercises: each a question, a scenario to answer it with, and questions whose
// answers csmacd checks.
//
// A lab is two files, NAME.yaml and NAME.md. The YAML file has the scenario and the questions, the
// Markdown file the text of the student's sheet. What a question's answer is stands nowhere: it
// is an expression over what a run of the scenario comes to, or arithmetic, and is worked out
// when it is asked for. So it stays true, whatever becomes of the engine or the scenario.
//
// A lab's files pass these stages:
//
//	text -> Lab        files.go, read.go, base.go, text.go, keys.go: all that is wrong in them at once, with its place
//	                   path.go, formula.go: expressions, checked before anything runs
//	Lab  -> figures    work.go, recorder.go, tell.go: runs, their results and events, what expressions make of them
//	Lab  -> sheets     sheet.go for students, expected.go for who teaches them
//	answer -> verdict  answer.go, check.go
package lab
