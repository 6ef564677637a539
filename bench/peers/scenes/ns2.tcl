# N saturated stations on a shared channel in ns-2 (Mac/802_3). Counts go to standard output at
# the end; ns itself writes a line to standard error for each frame given up.
#
#   ns ns2.tcl SCHEDULER CHANNEL STATIONS OCTETS SEED SECONDS DEPTH FILL RATE DELAY [TRACE]
#
# CHANNEL is Channel, which ns-2's own LANs are made of, and which hands each listener a copy of
# each frame, or Channel/NoDup, which hands all the same one: the same results, to the frame, for
# less and less of the work the more stations there are.
#
# A station's queue holds DEPTH frames. FILL are queued in the first 10 us, and RATE times the
# station's share of the line after that: with short queues the capture effect runs them dry.
# DELAY is the time between any two stations.
#
# There is no routing, and there are no headers but those needed: they cost time that is none
# of the MAC's.
#
# TRACE is a file to which the MACs are traced, by the objects that trace-all puts into a LAN: a line
# for each frame that leaves a queue, is received or collides. What goes into the queues, and what they
# have no room for, is the sources' and left out.
foreach {scheduler channel stations octets seed seconds depth fill rate delay trace} $argv break

remove-all-packet-headers
add-packet-header IP LL Mac RTP
if {$trace ne ""} { add-packet-header Flags }

set ns [new Simulator]
$ns use-scheduler $scheduler
$defaultRNG seed $seed

set line [new $channel]
$line set delay_ $delay

# Counters: they keep a sum and no list, and free the frame.
set delivered [new Agent/LossMonitor]
set lost [new Agent/LossMonitor]

# The MAC adds 14 octets of header and no check sequence: what is left makes frames of as many octets.
set payload [expr {$octets - 14}]
set lineRate [expr {10e6 / (8 * $octets + 96)}]

for {set i 0} {$i < $stations} {incr i} {
	set udp [new Agent/UDP]
	$udp set packetSize_ $payload
	$udp set dst_addr_ 0 ;# any but the broadcast one
	set source [new Application/Traffic/CBR]
	$source set packetSize_ $payload
	$source attach-agent $udp

	set ll [new LL]
	set queue [new Queue/DropTail]
	set mac [new Mac/802_3]
	set phy [new Phy/WiredPhy]
	$udp target $ll
	$queue set limit_ $depth
	$queue drop-target [$ns set nullAgent_]
	$queue target $mac
	$ll set delay_ 0
	$ll mac $mac
	$ll ifq $queue
	$ll down-target $queue
	# A collision hands the frame that came in to the drop target, as does giving up hands the own one.
	$mac set trace_ true
	$mac drop-target $lost
	$mac up-target $delivered
	$mac down-target $phy
	$mac netif $phy
	$phy up-target $mac
	$phy set bandwidth_ 10Mb
	$phy channel $line
	$phy node [new Node] ;# by which Channel tells the sender from the listeners
	$line addif $phy

	if {$trace ne ""} {
		if {$i == 0} { set file [open $trace w] }
		foreach {type from to} [list Deque "$queue target" $mac Recv "$mac up-target" $delivered \
			Collision "$mac drop-target" $lost] {
			set writer [$ns create-trace $type $file $i $stations]
			eval $from $writer
			$writer target $to
		}
	}

	# To the station after this one.
	if {$i > 0} { $before set macDA_ [$mac id] } else { set first [$mac id] }
	set before $ll

	# The sources run out of step after the fill: in step, they have the Calendar scheduler crawl.
	set bits [expr {8 * $payload}]
	set usual [expr {$rate * $lineRate / $stations}]
	$source set rate_ [expr {$fill / 10e-6 * $bits}]
	$ns at [expr {1e-9 * $i}] "$source start"
	$ns at 10e-6 "$source stop; $source set rate_ [expr {$usual * $bits}]"
	$ns at [expr {20e-6 + $i / $usual / $stations}] "$source start"
}
$before set macDA_ $first

$ns at $seconds {
	$ns flush-trace
	puts "delivered [$delivered set npkts_] lost [$lost set npkts_]"
	flush stdout
	exit 0
}
$ns run
