# Two bulk transfers by TCP on a shared channel of four hosts in ns-2 (Mac/802_3), each to a host of its own.
#
#   ns ns2_tcp.tcl SCHEDULER CHANNEL SEED SECONDS DELAY
#
# The line is that of ns2.tcl, without routing. TCP is Sack1 with the timestamps, segments of 1420 octets and frames of 1490 that csmacd's hosts have.
# Each segment is acknowledged. Its window is larger than the queue of 100 frames.
foreach {scheduler channel seed seconds delay} $argv break

remove-all-packet-headers
add-packet-header IP LL Mac TCP Flags

set ns [new Simulator]
$ns use-scheduler $scheduler
$defaultRNG seed $seed

set line [new $channel]
$line set delay_ $delay
set lost [new Agent/LossMonitor]

# host makes a host of the line with an agent.
proc host {agent} {
	global ns line lost
	set ll [new LL]
	set queue [new Queue/DropTail]
	set mac [new Mac/802_3]
	set phy [new Phy/WiredPhy]
	$agent target $ll
	$queue set limit_ 100
	$queue drop-target [$ns set nullAgent_]
	$queue target $mac
	$ll set delay_ 0
	$ll mac $mac
	$ll ifq $queue
	$ll down-target $queue
	$ll up-target $agent
	$mac set trace_ true
	$mac drop-target $lost
	$mac up-target $ll
	$mac down-target $phy
	$mac netif $phy
	$phy up-target $mac
	$phy set bandwidth_ 10Mb
	$phy channel $line
	$phy node [new Node]
	$line addif $phy
	return [list $ll $mac]
}

for {set i 0} {$i < 2} {incr i} {
	set tcp [new Agent/TCP/Sack1]
	$tcp set timestamps_ true
	$tcp set packetSize_ 1424 ;# with 52 octets of headers 1476: the MAC adds 14 and no check sequence
	$tcp set tcpip_base_hdr_size_ 40
	$tcp set ts_option_size_ 12
	$tcp set useHeaders_ true
	$tcp set window_ 10000
	$tcp set overhead_ 0
	set sink [new Agent/TCPSink/Sack1]
	$sink set packetSize_ 56
	$tcp set dst_addr_ 0 ;# any but the broadcast one
	$sink set dst_addr_ 0
	foreach {ll mac} [host $tcp] break
	foreach {ll2 mac2} [host $sink] break
	$ll set macDA_ [$mac2 id]
	$ll2 set macDA_ [$mac id]
	set ftp [new Application/FTP]
	$ftp attach-agent $tcp
	$ns at [expr {1e-6 * $i}] "$ftp start"
	lappend flows $tcp
}

$ns at $seconds {
	foreach tcp $flows {
		puts "segments [$tcp set ack_] again [$tcp set nrexmitpack_] timeouts [$tcp set nrexmit_]"
	}
	flush stdout
	exit 0
}
$ns run
