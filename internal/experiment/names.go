package experiment

// The files of a campaign's folder.
const (
	planName     = "plan.yaml"
	campaignName = "campaign.json"
	recordsName  = "records"
	lockName     = "lock"
	columnsName  = "columns.json"
	runsName     = "runs.csv"
	linesName    = "runs.jsonl"
	pointsName   = "points.csv"
)
