package main

func Example() {
	main()
	// Output: the host answered all 10 questions
}
