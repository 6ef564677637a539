// Package lab holds exercises: each has a question, a scenario to answer it with, and further
// questions whose answers csmacd checks.
//
// A lab is two files, NAME.yaml and NAME.md. The YAML file has the scenario and the questions,
// the Markdown file the text of the student's sheet. No file contains the answer to a question:
// an answer is arithmetic, or an expression over the results of a run of the scenario, and is
// computed when it is needed. So it stays true if the engine or the scenario changes.
//
// The package reads the files. Package exercise does what a lab that has been read is for: it runs
// the scenario, computes figures, prints sheets and checks answers.
//
//	files -> text      files.go, labs: the labs of csmacd, and those of a folder
//	text -> Lab        read.go, base.go, text.go, keys.go: all that is wrong in them at once, with its place
//	expression -> Tree formula.go, path.go, tree.go: expressions, checked before anything runs
package lab
