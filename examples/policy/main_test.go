package main

func Example() {
	main()
	// Output:
	// beb       throughput 0.73, 2.93 attempts per frame, 1237 frames at the first, 157 after ten or more
	// fibonacci throughput 0.73, 4.38 attempts per frame, 500 frames at the first, 364 after ten or more
	// sticky    throughput 0.59, 22.04 attempts per frame, 237 frames at the first, 1160 after ten or more
}
