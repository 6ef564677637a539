// Package exercise is a lab that has been read: what it asks, its runs, the expressions that compute its
// answers, and the verdict on what a student answers. It needs neither the lab's files nor the library that
// reads expressions, so that the page contains it: package lab reads the files, and an exercise is handed to
// the page as JSON.
//
//	JSON     -> Lab      open.go; record.go: results of runs that a page cannot run
//	exercise -> figures  work.go, recorder.go, tell.go, formula.go, tree.go: runs, their results and events, what expressions make of them
//	exercise -> sheets   sheet.go for students, expected.go for teachers, summary.go of one run
//	answer   -> verdict  answer.go, check.go; look.go says where to look for it
//	answers  -> file     handin.go: what a student hands in, and whether it is right
package exercise
