package campaign

import (
	"path/filepath"

	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/plan"
)

// The names of files in a campaign's folder.
const (
	PlanName    = "plan.yaml"
	HeaderName  = "campaign.json"
	RecordsName = "records" // the folder of the files of records
	LockName    = "lock"

	runsName   = table.Runs + ".csv"
	linesName  = "runs.jsonl"
	pointsName = table.Points + ".csv"
)

// Ending is the ending of the name of every file of records.
const Ending = ".jsonl"

// keptFile returns the name of the file of the table of something kept.
func keptFile(name string) string { return name + ".csv" }

// written returns the names of the files that a campaign writes, without those of records.
func written(kept []string) []string {
	names := []string{PlanName, HeaderName, table.FileName, runsName, linesName, pointsName}
	for _, name := range kept {
		names = append(names, keptFile(name))
	}
	return names
}

// Files returns the paths of the files of the campaign in a folder.
func Files(dir string) []string {
	list, _ := filepath.Glob(filepath.Join(dir, RecordsName, "*"+Ending))
	for _, name := range written(plan.Kept) {
		list = append(list, filepath.Join(dir, name))
	}
	return list
}
