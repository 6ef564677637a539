// Package campaign is the folder of a campaign: its plan, the records of its runs, and the tables made of them.
package campaign
