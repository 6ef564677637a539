// Package table reads the tables of a campaign: a row for each run or point of its plan, and what its columns are.
package table
