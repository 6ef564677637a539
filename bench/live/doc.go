// Live measures csmacd up: what echoes, TCP, UDP and a crowd of hosts get of a live cable,
// beside the medium's own time and beside a simulation, and what it costs:
//
//	go run ./bench/live          # two minutes, as root on Linux, with ping and iperf3
//	go run ./bench/live -quick   # half a minute, and rougher
//
// It prints one Markdown table. Like bench/peers it imports nothing of csmacd: it measures
// the program that its users run. What it makes (network namespaces named csb..., files)
// it takes away again, however it ends. bench/README.md says how to read the table.
package main
