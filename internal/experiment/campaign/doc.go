// Package campaign keeps a campaign in a folder: its plan, the records of its runs, and the tables made from them.
package campaign
