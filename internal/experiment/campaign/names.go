package campaign

import (
	"path/filepath"

	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/plan"
)

// The files of a campaign's folder.
const (
	PlanName    = "plan.yaml"
	HeaderName  = "campaign.json"
	RecordsName = "records" // the folder of the files of records
	LockName    = "lock"

	runsName   = table.Runs + ".csv"
	linesName  = "runs.jsonl"
	pointsName = table.Points + ".csv"
)

// Ending is that of every file of records.
const Ending = ".jsonl"

// keptFile is the file of the table of something kept.
func keptFile(name string) string { return name + ".csv" }

// written are the files that a campaign writes, besides its records.
func written(kept []string) []string {
	names := []string{PlanName, HeaderName, table.FileName, runsName, linesName, pointsName}
	for _, name := range kept {
		names = append(names, keptFile(name))
	}
	return names
}

// Files are the files of the campaign in a folder.
func Files(dir string) []string {
	list, _ := filepath.Glob(filepath.Join(dir, RecordsName, "*"+Ending))
	for _, name := range written(plan.Kept) {
		list = append(list, filepath.Join(dir, name))
	}
	return list
}
