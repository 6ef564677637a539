// Package published compares the engine with numbers that others have published: problems of
// textbooks with their answers, exact results of queueing theory, the definitions of the management
// counters, the measurement of a real cable, and the figures of other simulators.
//
//	cases, err := published.Cases(os.DirFS("testdata"))
//	for i := range cases {
//		outcome := cases[i].Run(ctx, 1)
//		fmt.Println(cases[i].ID, outcome.OK)
//	}
//
// Every [Case] names its source, has the numbers of the source, and describes how they are checked,
// which is one of three ways ([Kind]):
//
//   - Arithmetic: the source has a formula and no network; the formula is computed
//     again, and nothing is run.
//   - Exact: one run of a scenario with forced draws has exactly these numbers.
//   - Statistical: means over many runs, each with a seed of its own, are within an
//     interval around the numbers. The interval is so wide that a correct engine fails
//     any of the cases less than once in a million times. The outcome states it.
//
// The numbers are in testdata/published as data, beside the scenarios that express them. If a
// book's model is simpler than IEEE 802.3, its scenario says so by overrides: a jam of 48 bits, a
// gap after the backoff; or no header, no gap, a jam of one slot and all stations at one place,
// which divides time into slots.
package published
