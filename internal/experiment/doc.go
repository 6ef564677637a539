// Package experiment runs the plan in a scenario's key sweep and keeps the results in a campaign.
//
// A campaign is a folder (package campaign). It holds the plan (plan.yaml, campaign.json) and the
// records of all runs (records/*.jsonl; each process appends to a file of its own). When all runs
// have a record it also holds the tables made from them (runs.csv, points.csv, runs.jsonl,
// columns.json, and a table for each thing that the plan keeps of runs besides their figures).
//
// The address of a record follows from everything that determines its run: the engine's version,
// the scenario of its point, and the seed. After any interruption, starting the campaign again
// therefore runs what has no record and nothing twice. The rows of the tables are in the plan's
// order, so that their octets do not depend on how the runs were shared out.
package experiment
