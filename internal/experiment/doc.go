// Package experiment runs the plan of a scenario's key sweep and keeps what came of it.
//
// A campaign is a folder. It holds the plan (plan.yaml, campaign.json), the records of
// all runs (records/*.jsonl, one file a process, only ever appended to), and, once all
// runs are there, the tables that are made of them (runs.csv, points.csv, runs.jsonl,
// columns.json, and a table of each thing that the plan keeps of runs besides).
//
// A record is addressed by what its run came from: the engine's version, the scenario of
// its point, the seed. So whatever happened to a campaign, starting it again runs what
// has no record, and nothing twice; and the tables, whose rows are in the plan's order,
// are the same octets however the runs were shared out.
package experiment
