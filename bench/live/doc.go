// Live measures csmacd up: what echoes, TCP, UDP and many hosts get from a live cable, compared
// with the medium's own time and with a simulation, and what it costs:
//
//	go run ./bench/live          # two minutes, as root on Linux, with ping and iperf3
//	go run ./bench/live -quick   # half a minute, and less precise
//
// It prints one Markdown table. Like bench/peers it imports nothing of csmacd: it measures the
// program that its users run. It removes what it makes (network namespaces named csb..., files),
// however it ends. bench/README.md explains the table.
package main
