// Package published holds the engine against numbers that others have published:
// problems of textbooks with their answers, exact results of queueing theory, the
// definitions of the management counters, the measurement of a real cable, and what
// other simulators deliver.
//
//	cases, err := published.Cases(os.DirFS("testdata"))
//	for i := range cases {
//		outcome := cases[i].Run(ctx, 1)
//		fmt.Println(cases[i].ID, outcome.OK)
//	}
//
// Every [Case] names its source, carries the numbers that the source gives, and says
// how they are checked, which is one of three ways ([Kind]):
//
//   - Arithmetic: the source has a formula and no network; the formula is worked out
//     again, and nothing is run.
//   - Exact: one run of a scenario with forced draws gives the numbers themselves.
//   - Statistical: means over many runs, each with a seed of its own, lie within an
//     interval of the numbers. The interval is wide enough that an honest engine fails
//     any of the cases less than once in a million times, and is said in the outcome.
//
// The numbers stand in testdata/published as data, beside the scenarios that express
// them. Where a book's model is simpler than IEEE 802.3 its scenario says so by
// overrides: a jam of 48 bits, a gap after the backoff; no header, no gap, a jam of one
// slot and all stations at one place, which makes time fall into slots.
package published
