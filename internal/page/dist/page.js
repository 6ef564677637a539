/*! csmacd lab; the licences of what is built in: LICENSES.txt */
"use strict";(()=>{var Te=[{name:"all-at-once",asks:["Two stations (run `two`). How many times do they collide, on average, before one succeeds?","Twenty stations. How many slots pass before the first successful frame begins? Count the slots of collisions too.","Forty stations (run `forty`). How many slots now?","A hundred stations (run `hundred`). How many slots now?"],title:"All at once",question:"N stations start at the same instant, and none knows N. How long does it take until one of them succeeds?",text:`name: all at once
phy: 10base5
mac: {header: 0, jam: 512bt, ifg: 0}      # a collision lasts one slot: the model of the textbooks
until: {frames_delivered: 1}
duration: 1s
stations:
  - name: "s%03d"
    count: 20
    traffic: {kind: frames, starts: [0s], size: 64, to: next}
sweep:
  axes:
    stations[0].count: [2, 3, 10, 20, 40, 100]
  replications: 200
`},{name:"aloha-to-ethernet",asks:["Pure ALOHA, G = 0.5 frames offered per frame time. What throughput does theory, G e^(-2G), predict?","What throughput do you measure?","What share of the frames that were sent is lost?","Starts are aligned to slots of one frame time (run `slotted`). What throughput do you measure now?","Twice the load, with slots (run `slotted_full`), is the best case of slotted ALOHA. What is the throughput?","Stations listen before they send, and all are at one place (run `csma`). What is the throughput at a load of 0.5?","Stations also listen while they send, and retry after a collision (run `csma_cd`). What is the throughput?"],title:"From ALOHA to Ethernet",question:"What does a station gain by listening before it sends, and what by listening while it sends?",text:`name: one ether, five rules
phy: 10base5
mac: {carrier_sense: off, collision_detect: off, header: 0, ifg: 0}
duration: 5s
stations:
  - name: "u%02d"
    count: 100
    traffic: {kind: poisson, load: 0.5, size: 125, to: random}    # 1000 bits: 100 us
`},{name:"backoff-by-hand",asks:["In which order do the three frames leave? Write the letters, for example BCA.","How many collisions are there in all?","From how many different numbers does C draw after its second collision?","When does A's second transmission begin?","When does the backoff of B's first draw end?","Left to chance, each of the three draws 0 or 1 after the first collision. How likely is it that exactly one of them draws 0, and so goes ahead alone?","After three collisions of all three, how likely is it that exactly one station has the smallest draw?"],title:"Backoff by hand",question:"Three stations collide. You choose the number that each draws: who goes first, and who collides again?",text:`name: three draw
phy: 10base5
until: {idle: true}
duration: 10ms
stations:
  - name: A
    traffic: {kind: frames, starts: [0s], size: 64, to: B}
    backoff: {policy: scripted, slots: [0]}
  - name: B
    traffic: {kind: frames, starts: [0s], size: 64, to: C}
    backoff: {policy: scripted, slots: [1, 3]}
  - name: C
    traffic: {kind: frames, starts: [0s], size: 64, to: A}
    backoff: {policy: scripted, slots: [1, 2]}
`},{name:"capture-effect",asks:["A has won the first race and sent a frame; its next one collides with B's, which has now collided twice. A draws from 2 slots, B from 4. How likely is A's draw to be the smaller one?","A wins again, and they collide once more: this is the third race, and B draws from 8 slots. How likely is A's draw to be the smaller one?","The draw alone does not decide the race. If both draw the same number, they collide again and draw again, A from 4 slots, B from 16, and so on. How likely is A to win the third race, that is, to send its frame before B?","Count races from 1. Which is the first race in which A draws the smaller number with a probability above 0.95?","In the run, what share of all frames was sent without a collision?","How many frames are dropped in these 10 s, although there are only two stations?"],title:"The capture effect",question:"Two stations always have a frame to send. One has just won a collision. How likely is it to win the next one?",text:`name: two busy stations
phy: 10base5
duration: 10s
stations:
  - {name: A, at: 0m, traffic: {kind: saturated, size: 1518, to: B}}
  - {name: B, at: 10m, traffic: {kind: saturated, size: 1518, to: A}}
`},{name:"efficiency",asks:["One station alone sends frames of 1518 octets as fast as the rules allow. What share of the line do they use?","What is the share with frames of 64 octets?","Ten stations, 1518 octets. What is the throughput, as a share of the line?","Ten stations, 64 octets (run `short`). What is the throughput?","Ten stations, 512 octets (run `middle`). What is the throughput?","A hundred stations, 1518 octets (run `crowd`). What is the throughput?","Ten stations along 2500 m, 64 octets (run `long_cable`). What is the throughput?","Metcalfe and Boggs: E = P / (P + W T), A = (1 - 1/Q)^(Q-1), W = (1 - A)/A. What is E for Q = 10 stations, packets P of 12208 bits (header included) and slots T of 512 bits?"],title:"How much of 10 Mb/s can stations use?",question:"Ten stations always have a frame to send. What share of the line carries frames, and what does that share depend on?",text:`name: ten busy stations
phy: 10base5
medium: {kind: bus, length: 500m}
duration: 10s
warmup: 100ms
stations:
  - {name: "h%03d", count: 10, spacing: 5m, traffic: {kind: saturated, size: 1518, to: next}}
`},{name:"excessive-collisions",asks:["How many times does A transmit its frame before it discards it?","How many times does A draw a backoff?","All draws are 0. When does A begin its last attempt?","How many fragments does C count?","With random draws, how long does a discarded frame spend in backoff, on average? After the n-th collision it waits from 0 to 2^min(n, 10) - 1 slots.","Twenty-four busy hosts (run `busy`). How many frames are dropped for each thousand sent?"],title:"Sixteen collisions, and what TCP sees",question:"After sixteen collisions a station discards its frame. How long does that take, and who notices?",text:`name: sixteen collisions
phy: 10base5
until: {idle: true}
duration: 10ms
stations:
  - name: A
    traffic: {kind: frames, starts: [0s], size: 64, to: B}
    backoff: {policy: scripted, slots: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}
  - name: B
    traffic: {kind: frames, starts: [0s], size: 64, to: A}
    backoff: {policy: scripted, slots: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}
  - {name: C, at: 10m}
`},{name:"fairness-by-place",asks:["The stations are spread evenly. How many frames does the middle station (h09) deliver for each frame of a station at an end (the mean of `left` and `right`), on average?","All stations except `right` are at the left end (run `cluster`). How many frames does `right` deliver for each frame of a fair share, on average?","Does `right` do better or worse than `left` in that run?"],title:"Fairness by place",question:"Twenty-one busy stations share 2500 m of cable. Does the place of a station matter?",text:`name: fairness by place
phy: 10base5
medium: {kind: bus, length: 2500m}
duration: 30s
warmup: 200ms
stations:
  - {name: left, at: 0m, traffic: {kind: saturated, size: 64, to: broadcast}}
  - {name: "h%02d", count: 19, from: 125m, spacing: 125m, traffic: {kind: saturated, size: 64, to: next}}
  - {name: right, at: 2500m, traffic: {kind: saturated, size: 64, to: broadcast}}
`},{name:"finish-first",asks:["At what instant has A sent the last bit of its frame? Count the preamble.","When does the first bit of B's signal reach A?","Does A ever learn that its frame has collided?","When does B detect the collision?","Does B receive A's frame whole?","What is the longest delay, in whole bit times, at which A with its 576 bits still learns of every collision, if B starts one bit time before A's signal reaches it?"],title:"Can a station finish before it knows?",question:"A and B are 325 bit times apart. A sends the shortest frame; B starts just before A's signal reaches it. Does A finish before it detects that B has transmitted?",text:`name: the shortest frame, 325 bit times apart
phy: 10base5
until: {idle: true}
duration: 10ms
stations:
  - name: A
    at: 0bt
    traffic: {kind: frames, starts: [0s], size: 64, to: B}
  - name: B
    at: 325bt
    traffic: {kind: frames, starts: [32.4us], size: 64, to: A}    # at bit 324
`},{name:"hub-and-cable",asks:["What share of the time do collisions take on the hub?","What share do they take on a cable of 4 us from end to end, with the hosts spread evenly (run `cable`)?","What share do they take if all hosts are at one place of the cable (run `heap`)?","Which of the three has the greatest throughput?","The links are longer, 20 us between any two ports (run `far`). What is the throughput, as a share of the line?","Two ports of the hub, 4 us apart, start at the same instant. How long does each send, jam included?","A slot time of 512 bit times allows 232 for the path from one station to another. What is the longest delay between two ports of a 10 Mb/s hub that keeps this rule?"],title:"A hub and a cable",question:"Eight hosts on a hub, or eight along one cable: does it make a difference to the MAC?",text:`name: eight hosts on a hub
phy: 10base-t
medium: {kind: star, delay: 4us}       # between any two ports: links and repeater together
duration: 20s
warmup: 50ms
stations:
  - name: "port%d"
    count: 8
    traffic: {kind: saturated, size: 64, to: random}
`},{name:"late-collision",asks:["When does A detect the collision?","Is that collision late for A?","Is it late for B?","How many attempts does A need to send its frame?","With `late_collision` set to discard, how many frames are delivered?","Does A count that frame in FramesAbortedDueToXSColls?"],title:"A late collision",question:"A cable is 6 km long. A's frame collides more than a slot time after its start: what does that show, and what happens to the frame?",text:`name: late collision
phy: 10base5
medium: {kind: bus, length: 6km, velocity: 0.77}
until: {idle: true}
duration: 10ms
stations:
  - name: A
    at: 0m
    traffic: {kind: frames, starts: [0s], size: 128, to: B}
    backoff: {policy: scripted, slots: [0, 0]}
  - name: B
    at: 6km
    traffic: {kind: frames, starts: [25.9us], size: 128, to: A}
    backoff: {policy: scripted, slots: [1, 3]}
`},{name:"load-and-delay",asks:["How long does a frame take on a free line, header included?","Load 0.1 (run `light`). What is the mean delay, from queue to delivery?","Load 0.5. What is the mean delay?","A line that wastes nothing is an M/D/1 queue: D = load S / (2 (1 - load)) + M, with S = M + gap. What is D at a load of 0.5?","Load 0.8 (run `heavy`). What is the mean delay?","Load 1.3, more than the line can carry (run `over`). What is the throughput, as a share of the line?","How many of each hundred frames offered in that run are not sent by the end, but queued, refused by a full queue, or dropped after sixteen collisions?"],title:"Offered load and delay",question:"Thirty hosts send at random. How long does a frame wait as the load grows, and when is the line full?",text:`name: thirty hosts
phy: 10base2
medium: {kind: bus, length: 185m}
duration: 20s
warmup: 500ms
stations:
  - name: "pc%02d"
    count: 30
    spacing: 6m
    traffic: {kind: poisson, load: 0.5, size: 594, to: random}
`},{name:"two-part-gap",asks:["Round one. When does `quick` start?","Round one. When does C start?","Round two. When does `hasty` start, counted from 1 ms?","Round two. When does C start, counted from 1 ms?","How many of C's frames are sent after one collision?","How many of C's frames waited before their first attempt, and were sent in that attempt?"],title:"Deference and the two parts of the gap",question:"Two stations wait less than the gap between frames. Why does one of them make a third station wait, and the other collide with it?",text:`name: deference in two parts
phy: 10base5
until: {idle: true}
duration: 10ms
stations:
  - {name: A, at: 0bt, traffic: {kind: frames, starts: [0s, 1ms], size: 64, to: C}}
  - name: quick                       # waits 40 bit times instead of 96
    at: 2bt
    mac: {ifg: 40bt}
    traffic: {kind: frames, starts: [10us], size: 64, to: C}
    backoff: {policy: scripted, slots: [0, 0]}
  - name: hasty                       # waits 80
    at: 2bt
    mac: {ifg: 80bt}
    traffic: {kind: frames, starts: [1010us], size: 64, to: C}
    backoff: {policy: scripted, slots: [0, 0]}
  - name: C
    at: 4bt
    traffic: {kind: frames, starts: [10us, 1010us], size: 64, to: A}
    backoff: {policy: scripted, slots: [1, 1, 1]}
`},{name:"two-stations",asks:["When does A detect the collision?","When does A finish its jam and stop?","When does A start for the second time?","When does B's backoff of one slot end?","Do the second attempts collide?","Use the rule of the book (run `book`). When does A start for the second time?","Do the second attempts collide by the rule of the book?","A station draws 100 after the seventh collision of a frame. How long is its backoff, on a line of 10 Mb/s?"],title:"Two stations, one propagation delay",question:"Two stations start at the same instant, 245 bit times apart. When does each learn of the collision, and when does each try again?",text:`name: two stations, 245 bit times apart
phy: 10base5
until: {idle: true}
duration: 10ms
stations:
  - name: A
    at: 0bt
    traffic: {kind: frames, starts: [0s], size: 64, to: B}
    backoff: {policy: scripted, slots: [0, 0]}     # A draws 0
  - name: B
    at: 245bt
    traffic: {kind: frames, starts: [0s], size: 64, to: A}
    backoff: {policy: scripted, slots: [1, 2]}     # B draws 1

# The book's rule: a jam of 48 bits, no preamble, and 96 bit times of silence after the backoff.
`},{name:"why-64-octets",asks:["How many collisions are detected?","How many frames do the senders count as sent?","How many of them does M receive whole?","How many frame check sequence errors does M count?","Both start at 0. How many octets must A's frame have at least, so that A detects the collision while it sends? (The preamble and its delimiter, 64 bits, are sent first.)","How many octets must it have if B starts as late as it can, at bit 599?","The standard's slot time is 512 bit times. How many octets is that?"],title:"Why 64 octets",question:"Two frames collide on a cable that is too long for them, and neither sender notices. How long must a frame be?",text:`name: lost unseen
phy: 10base5
until: {idle: true}
duration: 10ms
stations:
  - {name: A, at: 0bt, traffic: {kind: frames, starts: [0s], size: 64, to: M}}
  - {name: M, at: 300bt}
  - {name: B, at: 600bt, traffic: {kind: frames, starts: [0s], size: 64, to: M}}
`},{name:"wireshark",asks:["How many packets are in the capture of all transmissions?",'How many of them does the filter frame.comment contains "collision" show?',"How many octets does A's first fragment have in the capture (frame.cap_len)?","How many octets does B's second fragment have in the capture?","How many packets have a good frame check sequence (eth.fcs.status == 1)?","How many slots did B draw after its second collision?"],title:"Wireshark on a colliding cable",question:"A network card hides what a collision leaves on the cable. What does Wireshark show if nothing is hidden?",text:`name: two stations collide
phy: 10base5
until: {idle: true}
duration: 10ms
stations:
  - name: A
    at: 0m
    traffic: {kind: frames, starts: [0s], size: 64, to: B}
    backoff: {policy: scripted, slots: [0, 0]}
  - name: B
    at: 245bt
    traffic: {kind: frames, starts: [0s], size: 64, to: A}
    backoff: {policy: scripted, slots: [1, 2]}
`}];var Me=[{name:"aloha",text:`# ALOHA: no station listens, before or while it sends.
#
# Without carrier sense and collision detection, what remains is Abramson's ALOHA
# (1970): a station sends a frame as soon as it has one. The frame is lost if another
# begins within one frame time before or after its own start. With G frames offered per
# frame time, a share e^-2G survives, so throughput is G e^-2G: at most 1/2e = 0.184, at
# G = 0.5.
#
# One hundred hosts at one place offer exactly that: frames of 1000 bits, 100 us each,
# with no header and no gap.
#
# Look for: throughput near 0.184, and 62 of 100 frames in frames_lost. No collision is
# counted, because no station detects one: the senders count all frames as sent. Then
# give the hosts their senses back: --set mac.carrier_sense=on, then also --set
# mac.collision_detect=on.
schema: csmacd/scenario/1
name: ALOHA
phy: 10base5
mac: {carrier_sense: off, collision_detect: off, header: 0, ifg: 0}
duration: 5s
stations:
  - name: "u%02d"
    count: 100
    traffic: {kind: poisson, load: 0.5, size: 125, to: random}
`,title:"ALOHA"},{name:"boggs-1988",text:`# Twenty-four hosts in four clusters on 910 m of cable, as Boggs, Mogul and Kent
# measured them.
#
# "Measured Capacity of an Ethernet: Myths and Reality" (SIGCOMM 1988) is the
# measurement that refuted the claim that an Ethernet collapses at 37 %: hosts that sent
# as fast as they could, packets of 64 to 4000 octets, a cable longer than the
# standard's 500 m. This scenario has its shape and is not a reproduction. Of its
# results only this is at hand: 24 hosts carried about 8 to 8.5 Mb/s with packets of 64
# octets, 9.5 to 10 with long ones, 8.5 to 9 with one long packet in eight, counting 24
# octets of overhead for each packet. These 24 octets are assumed here to be preamble 8,
# FCS 4, gap 12. So a packet of 64 octets is a frame of 68.
#
# Most simulations of it leave out the host. A host that always has its next frame ready
# exceeds the measurement: 9.1 Mb/s at 64 octets. A real host of 1988 needed some 100 to
# 500 us between two packets (not known; here 390 us with a little jitter), which lowers
# the result to 8.1. How regular that time is matters more than how long it is:
# exponential times of the same mean (think: 400us, turnaround: 0s) lower it to 6.7,
# because the winner of a frame then returns at the worst moment.
#
# Look for: a throughput of 0.63, since it is in bits of whole frames: 8.1 Mb/s of
# packets with their 24 octets are 68/88 of it. Most frames are sent at the first
# attempt, and one in 450 is dropped. Frames of 1540 octets (change size) carry 9.6
# Mb/s. The warning is right: 910 m are more than a segment's 500 m, and so was the
# authors' cable.
schema: csmacd/scenario/1
name: Boggs, Mogul and Kent, 1988
phy: 10base5
mac: {max_frame: 4096}
medium: {kind: bus, length: 910m, velocity: 0.77}
duration: 10s
warmup: 500ms
stations:
  - {name: "a%d", count: 6, at: 0m, traffic: &host {kind: think, turnaround: 390us, think: 10us, size: 68}}
  - {name: "b%d", count: 6, at: 303m, traffic: *host}
  - {name: "c%d", count: 6, at: 607m, traffic: *host}
  - {name: "d%d", count: 6, at: 910m, traffic: *host}
`,title:"Boggs, Mogul and Kent, 1988"},{name:"bursts",text:`# Hosts that send in bursts, with frames of all sizes.
#
# Real traffic is not a Poisson stream: a host is silent, and then sends one frame after
# another. Sixteen hosts are on for 20 ms and off for 180 ms on average; a burst is 1000
# frames per second of the simple Internet mix (seven of 64 octets to four of 594 to one
# of 1518).
#
# Look for: offered_load near 0.5. For the same load without bursts, use --set
# "stations[0].traffic={kind: poisson, rate: 100, size: imix}" and compare the mean and
# p99 of delay. Frames of a burst wait in the queue, behind those of their own burst and
# of others at the same time.
schema: csmacd/scenario/1
name: bursts of mixed sizes
phy: 10base5
medium: {kind: bus, length: 500m}
duration: 5s
warmup: 100ms
stations:
  - name: "h%02d"
    count: 16
    from: 0m
    spacing: 30m
    traffic: {kind: onoff, on: 20ms, off: 180ms, rate: 1000, size: imix, to: random}
`,title:"bursts of mixed sizes"},{name:"capture-effect",text:`# Two busy stations, and one of them keeps the line.
#
# The winner of a collision begins its next frame at attempt 1 (4.2.3.2.5). If the two
# collide again, it draws from 2 slots, while the loser draws from 4, then from 8, then
# from 16: with each round the winner is more likely to win again. The loser may reach
# its sixteenth collision and drop the frame; only then are the chances equal again.
#
# Look for: long series of frames from one sender among the events; most of a station's
# frames sent without a collision, a few after ten and more (collisions_per_frame); some
# FramesAbortedDueToXSColls, although there are only two stations. jain is near 1 over
# two seconds, and far from it over short times: --duration 20ms, with several seeds.
schema: csmacd/scenario/1
name: capture effect
phy: 10base5
duration: 2s
stations:
  - {name: A, at: 0m, traffic: {kind: saturated, size: 1518, to: B}}
  - {name: B, at: 100m, traffic: {kind: saturated, size: 1518, to: A}}
`,title:"capture effect"},{name:"chain-of-hubs",text:`# Six hubs in a row: one more than the gaps between frames allow.
#
# Each repeater can make the gap before a frame shorter. With variability: worst it does
# so as much as clause 13 allows: by 10.5 bit times in the first repeater, and by 8 in
# each other one. Five hubs leave 53.5 of 96 bit times, six leave 45.5. A receiver needs
# 47.
#
# Look for: csmacd path chain-of-hubs.yaml, where the path delay is allowed and the path
# variability, 50.5, is not; and the times between RxEnd and RxStart of B in
# csmacd run --events.
schema: csmacd/scenario/1
name: chain of hubs
phy: 10base-t
devices:
  - {name: h1, kind: repeater, variability: worst}
  - {name: h2, kind: repeater, variability: worst}
  - {name: h3, kind: repeater, variability: worst}
  - {name: h4, kind: repeater, variability: worst}
  - {name: h5, kind: repeater, variability: worst}
  - {name: h6, kind: repeater, variability: worst}
links:
  - {between: [h1, h2], length: 100m}
  - {between: [h2, h3], length: 100m}
  - {between: [h3, h4], length: 100m}
  - {between: [h4, h5], length: 100m}
  - {between: [h5, h6], length: 100m}
duration: 100ms
stations:
  - {name: A, via: h1, link: {length: 100m}, traffic: {kind: saturated, size: 64, to: B}}
  - {name: B, via: h6, link: {length: 100m}, traffic: {kind: poisson, rate: 100, to: A}}
`,title:"chain of hubs"},{name:"deference",text:`# Deference and the two parts of the gap.
#
# A station that finds carrier waits for its end, and then for a gap of 96 bit times
# (4.2.3.2.1). In the first part of the gap, 64 bit times, carrier restarts the gap; in
# the second part it is ignored, so that all waiting stations start together, and a
# station that waits slightly less cannot shut out another (4.2.3.2.2).
#
# Two cheats show both parts. \`quick\` waits 40 bit times, \`hasty\` 80. Round one, at 0: A
# sends; meanwhile \`quick\` and C get a frame. \`quick\` starts 40 bit times after A's
# frame, in part 1 of C's gap: C restarts the gap, and sends after \`quick\`. Round two,
# at 1 ms: A sends; \`hasty\` and C get a frame. \`hasty\` starts 80 bit times after A's
# frame, in part 2 of C's gap: C ignores it, starts at 96, and they collide.
#
# Look for: no collision in the first millisecond, one in the second. At C,
# FramesWithDeferredXmissions 1 (round one) and SingleCollisionFrames 1 (round two).
schema: csmacd/scenario/1
name: deference in two parts
phy: 10base5
until: {idle: true}
duration: 10ms
stations:
  - {name: A, at: 0bt, traffic: {kind: frames, starts: [0s, 1ms], size: 64, to: C}}
  - name: quick
    at: 2bt
    mac: {ifg: 40bt}
    traffic: {kind: frames, starts: [10us], size: 64, to: C}
  - name: hasty
    at: 2bt
    mac: {ifg: 80bt}
    traffic: {kind: frames, starts: [1010us], size: 64, to: C}
    backoff: {policy: scripted, slots: [0]}
  - name: C
    at: 4bt
    traffic: {kind: frames, starts: [10us, 1010us], size: 64, to: A}
    backoff: {policy: scripted, slots: [1]}
`,title:"deference in two parts"},{name:"duplex-mismatch",text:`# A duplex mismatch: the switch is full duplex, and the host on its port is half duplex.
#
# The switch sends whenever it has a frame. If the host sends at that moment, the host
# sees a collision, often a late one, stops, and sends its frame again. The switch sees
# no collision: it receives the beginning of a frame.
#
# Look for: LateCollisions of pc, and Fragments, FrameCheckSequenceErrors and
# AlignmentErrors of the port sw/pc. The server, whose link is as it should be, counts
# none of these. --set stations[1].mac.late_collision=discard drops the frames that
# collide late; --set stations[1].link.duplex=full mends the link.
schema: csmacd/scenario/1
name: duplex mismatch
phy: 10base-t
devices:
  - {name: sw, kind: bridge}
duration: 2s
stations:
  - name: server
    via: sw
    link: {length: 10m, phy: 100base-tx, duplex: full}
    traffic: {kind: poisson, rate: 300, to: pc}
  - name: pc
    via: sw
    link: {length: 50m, duplex: [half, full]}
    mac: {late_collision: retry}
    traffic: {kind: poisson, rate: 300, to: server}
`,title:"duplex mismatch"},{name:"fault-babble",text:`# A babbling station.
#
# h1 sends a short frame of garbage in one slot time of a hundred, whether the cable is
# busy or not.
#
# Look for: FCS errors, alignment errors and fragments at the others, late collisions,
# and more attempts for each frame.
schema: csmacd/scenario/1
name: a babbling station
phy: 10base5
duration: 2s
medium: {length: 500m}
stations:
  - {name: "h%d", count: 4, spacing: 150m, traffic: {kind: poisson, load: 0.2, size: 500, to: next}}
timeline:
  - {at: 1s, station: h1, babble: 0.01}
`,title:"a babbling station"},{name:"fault-bit-errors",text:`# Bit errors.
#
# Each bit of the cable is wrong with a probability of 1e-5 for a second. A frame of 500
# octets is then damaged with a probability of 1 - (1 - 1e-5)^4000, which is 3.9
# percent.
#
# Look for: FrameCheckSequenceErrors at the receivers. No sender notices anything: the
# frames are lost, not sent again.
schema: csmacd/scenario/1
name: bit errors
phy: 10base5
duration: 2s
medium: {length: 500m}
stations:
  - {name: "h%d", count: 4, spacing: 150m, traffic: {kind: poisson, load: 0.2, size: 500, to: next}}
timeline:
  - {at: 1s, for: 1s, bit_errors: 1e-5}
`,title:"bit errors"},{name:"fault-bursts",text:`# Bursts of bit errors.
#
# As many bits are wrong as at a rate of 1e-5, but in bursts: a state in which one bit
# in a hundred is wrong begins once in a million bits and lasts a thousand bits.
#
# Look for: far fewer frames are damaged than by single errors at the same rate: compare
# with fault-bit-errors.yaml.
schema: csmacd/scenario/1
name: bursts of bit errors
phy: 10base5
duration: 2s
medium: {length: 500m}
stations:
  - {name: "h%d", count: 4, spacing: 150m, traffic: {kind: poisson, load: 0.2, size: 500, to: next}}
timeline:
  - {at: 1s, for: 1s, bit_errors: {good: 0, bad: 1e-2, to_bad: 1e-6, to_good: 1e-3}}
`,title:"bursts of bit errors"},{name:"fault-cut",text:`# A cable is cut and mended.
#
# The cable is cut between h1 and h2 for half a second. Both parts have an open end,
# which reflects: every sender collides with its own echo until the cable is mended.
#
# Look for: frames dropped after 16 collisions at every station, and none late. The
# frames that wait are sent when the cable is whole again.
schema: csmacd/scenario/1
name: a cable is cut and mended
phy: 10base5
duration: 2s
medium: {length: 500m}
stations:
  - {name: "h%d", count: 4, spacing: 150m, traffic: {kind: poisson, load: 0.2, size: 500, to: next}}
timeline:
  - {at: 1s, for: 500ms, cut: 200m}
`,title:"a cable is cut and mended"},{name:"fault-deaf",text:`# A deaf station.
#
# The receiver of h1 is broken for a second: it hears no other station, and so it does
# not defer to them. Its transceiver still detects collisions.
#
# Look for: late collisions at the others, since h1 begins in the middle of their
# frames, and frames for h1 that are lost.
schema: csmacd/scenario/1
name: a deaf station
phy: 10base5
duration: 2s
medium: {length: 500m}
stations:
  - {name: "h%d", count: 4, spacing: 150m, traffic: {kind: poisson, load: 0.2, size: 500, to: next}}
timeline:
  - {at: 1s, station: h1, deaf: on}
`,title:"a deaf station"},{name:"fault-jabber",text:`# A jabbering station.
#
# h1 sends without end for 200 ms. Its transceiver cuts it after 50 ms, tells it of a
# collision as long as it goes on, and lets it back half a second after it has stopped.
#
# Look for: nobody sends for 50 ms. Then the others go on, while each attempt of h1
# collides. From the end of the jabber on, h1 sends for half a second to nobody: a
# CarrierSenseError and a lost frame each.
schema: csmacd/scenario/1
name: a jabbering station
phy: 10base5
duration: 2s
medium: {length: 500m}
stations:
  - {name: "h%d", count: 4, spacing: 150m, traffic: {kind: poisson, load: 0.2, size: 500, to: next}}
timeline:
  - {at: 500ms, for: 200ms, station: h1, jabber: on}
`,title:"a jabbering station"},{name:"fault-mute",text:`# A mute station.
#
# The transmitter of h1 is broken for a second. It still receives.
#
# Look for: CarrierSenseErrors at h1, one for each frame, and no collision: a
# transceiver that sends nothing has no carrier of its own. h1 counts its frames as
# sent.
schema: csmacd/scenario/1
name: a mute station
phy: 10base5
duration: 2s
medium: {length: 500m}
stations:
  - {name: "h%d", count: 4, spacing: 150m, traffic: {kind: poisson, load: 0.2, size: 500, to: next}}
timeline:
  - {at: 1s, station: h1, mute: on}
`,title:"a mute station"},{name:"fault-no-collision",text:`# A station that detects no collision.
#
# The collision pair of h1's transceiver cable is broken for a second, or its card is
# set to full duplex.
#
# Look for: h1 has no collision. The others collide with it and send again; h1 sends to
# the end what nobody can receive, and counts it as sent.
schema: csmacd/scenario/1
name: a station that detects no collision
phy: 10base5
duration: 2s
medium: {length: 500m}
stations:
  - {name: "h%d", count: 4, spacing: 150m, traffic: {kind: poisson, load: 0.2, size: 500, to: next}}
timeline:
  - {at: 1s, station: h1, no_collision: on}
`,title:"a station that detects no collision"},{name:"fault-power",text:`# A station without power.
#
# h1 loses its power for half a second: the frame that it sends is cut short, and its
# queue is lost.
#
# Look for: frames of h1 that are dropped, one fragment, and frames for h1 that nobody
# receives.
schema: csmacd/scenario/1
name: a station without power
phy: 10base5
duration: 2s
medium: {length: 500m}
stations:
  - {name: "h%d", count: 4, spacing: 150m, traffic: {kind: poisson, load: 0.2, size: 500, to: next}}
timeline:
  - {at: 1s, for: 500ms, station: h1, power: off}
`,title:"a station without power"},{name:"fault-short",text:`# A short circuit.
#
# The two conductors of the cable touch for half a second. No station hears anything,
# not even itself.
#
# Look for: CarrierSenseErrors at every station, one for each frame sent meanwhile.
# There are no collisions and no fragments, and the senders believe that their frames
# were sent.
schema: csmacd/scenario/1
name: a short circuit
phy: 10base5
duration: 2s
medium: {length: 500m}
stations:
  - {name: "h%d", count: 4, spacing: 150m, traffic: {kind: poisson, load: 0.2, size: 500, to: next}}
timeline:
  - {at: 1s, for: 500ms, short: 200m}
`,title:"a short circuit"},{name:"fault-sqe",text:`# A transceiver without SQE test.
#
# The transceiver of h1 does not test its collision signal after each transmission
# (7.2.4.6).
#
# Look for: SQETestErrors of h1, one for each transmission, and nothing else: a frame is
# sent as ever.
schema: csmacd/scenario/1
name: a transceiver without SQE test
phy: 10base5
duration: 2s
medium: {length: 500m}
stations:
  - {name: "h%d", count: 4, spacing: 150m, traffic: {kind: poisson, load: 0.2, size: 500, to: next}}
timeline:
  - {at: 1s, station: h1, no_sqe: on}
`,title:"a transceiver without SQE test"},{name:"fault-terminator",text:`# A missing terminator.
#
# The terminator at the right end of the cable is missing, and the end reflects. A, the
# only station, collides with its own echo.
#
# Look for: sixteen attempts, each 19.63 us after the one before it: 96 bits of
# fragment, the echo 4.33 bits later, and a gap of 96. Then the frame is dropped. No
# collision is late, and the carrier was never lost.
schema: csmacd/scenario/1
name: a missing terminator
phy: 10base5
until: {idle: true}
medium: {length: 150m}
stations:
  - {name: A, at: 100m, backoff: none, traffic: {kind: frames, start: 0s, size: 64, to: broadcast}}
timeline:
  - {at: 0s, terminator: right}
`,title:"a missing terminator"},{name:"four-pairs",text:`# Four pairs of hosts on a hub, and then on a switch.
#
# The two hosts of each pair send 1 Mb/s to each other. A hub is a repeater: all eight
# hosts share 10 Mb/s and collide. A switch is a bridge: each link is a collision domain
# of its own. One word makes the difference:
#
#   csmacd run four-pairs.yaml --json hub.json
#   csmacd run four-pairs.yaml --set devices[0].kind=bridge --json switch.json
#   csmacd compare hub.json switch.json
#
# Look for: collisions, and the 99th percentile of delay_us, for which frames of a pair
# wait behind those of other pairs on the hub only. If the hosts on the right sent
# nothing (--set stations[4].traffic=[], and so on), the switch would never learn where
# they are: it would send every frame to all of them, and be worse than the hub.
schema: csmacd/scenario/1
name: four pairs
phy: 10base-t
devices:
  - {name: box, kind: repeater}
duration: 5s
warmup: 50ms
stations:
  - {name: a0, via: box, link: {length: 50m}, traffic: &pair {kind: poisson, rate: 82.35, to: b0}}
  - {name: a1, via: box, link: {length: 50m}, traffic: {<<: *pair, to: b1}}
  - {name: a2, via: box, link: {length: 50m}, traffic: {<<: *pair, to: b2}}
  - {name: a3, via: box, link: {length: 50m}, traffic: {<<: *pair, to: b3}}
  - {name: b0, via: box, link: {length: 50m}, traffic: {<<: *pair, to: a0}}
  - {name: b1, via: box, link: {length: 50m}, traffic: {<<: *pair, to: a1}}
  - {name: b2, via: box, link: {length: 50m}, traffic: {<<: *pair, to: a2}}
  - {name: b3, via: box, link: {length: 50m}, traffic: {<<: *pair, to: a3}}
`,title:"four pairs"},{name:"groups",text:`# One frame for many: broadcast and multicast.
#
# The first bit of an address on the line marks a group address (3.2.3); the broadcast
# address is the group of all stations. On a shared medium such a frame is sent once. A
# frame to one station also reaches all taps, but only one station recognises it.
#
# A broadcasts three frames, B sends two to a group, 01:00:5e:00:00:01, and C one to D.
# They are far apart in time, so that nothing collides.
#
# Look for: BroadcastFramesXmittedOK 3 at A; MulticastFramesXmittedOK 2 at B, which does
# not include broadcasts. FramesReceivedOK is 6 at D (three broadcast, two multicast,
# one to D) and 5 at C. A frame to a group is delivered when every other station has
# received it: frames_delivered 6.
schema: csmacd/scenario/1
name: broadcast and multicast
phy: 10base2
medium: {kind: bus, length: 100m}
until: {idle: true}
duration: 100ms
stations:
  - {name: A, at: 0m, traffic: {kind: frames, count: 3, interval: 10ms, size: 64, to: broadcast}}
  - {name: B, at: 30m, traffic: {kind: frames, start: 2ms, count: 2, interval: 10ms, size: 64, to: "01:00:5e:00:00:01"}}
  - {name: C, at: 60m, traffic: {kind: frames, start: 4ms, size: 64, to: D}}
  - {name: D, at: 100m}
`,title:"broadcast and multicast"},{name:"hub",text:`# Eight hosts on a hub.
#
# To the MAC, a repeater with twisted pairs (10BASE-T, clauses 14 and 9) is one medium,
# like a cable: every port hears every other. Any two ports are 4 us of links and
# repeater apart, so no host is closer than another.
#
# Look for: shares that differ nevertheless (jain, octets_delivered), even after five
# seconds: that is the capture effect again, and in the long run it favours no host.
# --set medium.delay=20us shows the cost of delay; beyond 23.2 us (232 bit times,
# 4.2.3.2.3) collisions may be late.
schema: csmacd/scenario/1
name: eight hosts on a hub
phy: 10base-t
medium: {kind: star, delay: 4us}
duration: 5s
warmup: 50ms
stations:
  - name: "port%d"
    count: 8
    traffic: {kind: saturated, size: [[64, 3], [512, 2], [1518, 1]], to: random}
`,title:"eight hosts on a hub"},{name:"late-collision",text:`# A late collision, on a cable that is too long.
#
# 6 km of cable are 260 bit times one way; the slot time of 512 bit times allows 232
# (4.2.3.2.3). A starts at 0. B starts at bit 259, just before A's signal reaches it,
# and B's signal reaches A at bit 518.9: more than a slot time into A's frame. For A the
# collision is late (30.3.1.1.10): it shows that the network is larger than the rules
# allow. B detected the same collision in the first bit of its own frame, and for B it
# is an ordinary one.
#
# Look for: LateCollisions 1 at A and 0 at B. Both frames are sent in the end, at the
# third attempt, since at 10 Mb/s a late collision is retried like any other. With --set
# mac.late_collision=discard A drops its frame, for a reason other than the attempt
# limit.
schema: csmacd/scenario/1
name: late collision
phy: 10base5
medium: {kind: bus, length: 6km, velocity: 0.77}
until: {idle: true}
duration: 10ms
stations:
  - name: A
    at: 0m
    traffic: {kind: frames, starts: [0s], size: 128, to: B}
    backoff: {policy: scripted, slots: [0, 0]}
  - name: B
    at: 6km
    traffic: {kind: frames, starts: [25.9us], size: 128, to: A}
    backoff: {policy: scripted, slots: [1, 3]}
`,title:"late collision"},{name:"lost-unseen",text:`# Frames so short, on a cable so long, that no station detects the collision.
#
# A and B are 600 bit times apart, and each sends a frame of 64 octets at 0: 576 bit
# times with its header. Each has finished before the other's signal arrives, so neither
# detects a collision, and both count their frame as sent. But the two signals overlap
# in the middle of the cable, at M, and M receives neither. This is the reason for the
# minimum frame (4.2.3.3): a frame must last longer than the round trip to the far end.
#
# Look for: frames_sent 2, but frames_delivered 0 and frames_lost 2, and not a single
# collision. M counts a FrameCheckSequenceError. No MAC sends those frames again: a
# layer above it has to notice.
schema: csmacd/scenario/1
name: lost unseen
phy: 10base5
until: {idle: true}
duration: 10ms
stations:
  - {name: A, at: 0bt, traffic: {kind: frames, size: 64, to: M}}
  - {name: M, at: 300bt}
  - {name: B, at: 600bt, traffic: {kind: frames, size: 64, to: M}}
`,title:"lost unseen"},{name:"plca-guest",text:`# A guest without PLCA starves.
#
# The coordinator is alone on the bus. Between two beacons the line is silent for one
# turn of 32 bit times, and the guest hears beacons as carrier. The first part of its
# gap, 64 bit times, begins anew with each beacon.
#
# Look for: frames sent, 0. With --set stations[0].plca.node_count=4 the guest sends.
schema: csmacd/scenario/1
name: the starved guest
phy: 10base-t1s
duration: 20ms
stations:
  - {name: head, plca: {node_id: 0, node_count: 1}}
  - {name: guest, at: 1m, traffic: {kind: frames, starts: [1ms, 5ms], size: 64, to: head}}
`,title:"the starved guest"},{name:"plca-long-wait",text:`# A frame waits longer than a full cycle.
#
# All nodes but one always have a frame of 1000 octets: a full cycle lasts
# 20 + 4 x 8168 bit times, 3269.2 us. The frame of n2 arrives just after n1 has begun
# to send. n2 has the next turn, but its MAC waits for its gap when that turn begins,
# and the turn is yielded.
#
# Look for: the access delay of n2. Its first bit is sent
# 8072 + 32 + 3 x 8168 + 20 + 96 bit times after the arrival, 3272.4 us.
schema: csmacd/scenario/1
name: the frame that waits longer than a cycle
phy: 10base-t1s
duration: 20ms
plca: {node_count: 4}
stations:
  - {name: head, plca: {node_id: 0}, traffic: {kind: frames, start: 100us, count: 100, interval: 0s, size: 1000, to: n1}}
  - {name: n1, plca: {node_id: 1}, traffic: {kind: frames, start: 101us, count: 100, interval: 0s, size: 1000, to: n2}}
  - {name: n2, plca: {node_id: 2}, traffic: {kind: frames, starts: [10742800001ps], size: 64, to: n1}}
  - {name: n3, plca: {node_id: 3}, traffic: {kind: frames, start: 103us, count: 100, interval: 0s, size: 1000, to: n1}}
`,title:"the frame that waits longer than a cycle"},{name:"plca-lost-coordinator",text:`# The coordinator stops at 1 s, and takes part again at 2 s.
#
# Followers count silent turns up to 255, and give PLCA up some 14 ms after the last
# beacon (plca_status_timer). Then the bus is plain CSMA/CD, with collisions, until the
# first beacon.
#
# Look for: status_ok of the followers, and their physical collisions.
schema: csmacd/scenario/1
name: the lost coordinator
phy: 10base-t1s
medium: {length: 25m, latency: typical}
duration: 3s
warmup: 5ms
plca: {node_count: 5}
stations:
  - {name: head, plca: {node_id: 0}}
  - {name: "n%d", count: 4, from: 5m, spacing: 5m, plca: {node_id: 1}, traffic: {kind: poisson, load: 0.5, size: 200}}
timeline:
  - {at: 1s, for: 1s, station: head, plca: off}
`,title:"the lost coordinator"},{name:"plca-sensors",text:`# Eight sensors and a bulk sender share a bus.
#
# The sensors send 64 octets every 5 ms in the mean. The bulk sender always has long
# frames. With a burst_count of 0 it has one frame in a cycle. With more it has more of
# the line, and the sensors wait longer.
#
# Look for: the access delay of the sensors, and the frames of the bulk sender. Compare
# --set stations[1].plca.burst_count=0 and 7.
schema: csmacd/scenario/1
name: eight sensors and a bulk sender
phy: 10base-t1s
medium: {length: 25m, latency: typical}
duration: 500ms
warmup: 10ms
plca: {node_count: 9}
stations:
  - {name: "s%d", count: 8, spacing: 3m, plca: {node_id: 0}, traffic: {kind: poisson, rate: 200, size: 64, to: bulk}}
  - {name: bulk, at: 25m, plca: {node_id: 8, burst_count: 3}, traffic: {kind: poisson, rate: 1500, size: 1518, to: s0}}
`,title:"eight sensors and a bulk sender"},{name:"plca-two-coordinators",text:`# Two nodes have the ID 0, and both send beacons.
#
# Most of the beacons meet on the line, so that followers recognise few. Their
# plca_status fails some 14 ms after the last, and they are plain CSMA/CD beside two
# nodes that take turns by themselves.
#
# Look for: physical collisions of frames, although PLCA is on.
schema: csmacd/scenario/1
name: two coordinators
phy: 10base-t1s
medium: {length: 25m, latency: typical}
duration: 50ms
plca: {node_count: 4}
stations:
  - {name: head, plca: {node_id: 0}, traffic: {kind: poisson, rate: 500, size: 64}}
  - {name: "n%d", count: 3, from: 5m, spacing: 5m, plca: {node_id: 1}, traffic: {kind: poisson, rate: 500, size: 64}}
  - {name: second, at: 25m, plca: {node_id: 0}, traffic: {kind: poisson, rate: 500, size: 64}}
`,title:"two coordinators"},{name:"plca",text:`# Eight nodes of a 10BASE-T1S bus take turns, and all have a frame at any time.
#
# No two signals meet on the line after the first beacon. Yet every frame is sent after
# one collision: while another node has its turn, the reconciliation sublayer answers
# the MAC with a collision, so that it tries again in its own turn (148.4.5).
#
# Look for: the cycle, 20 + 8 x 680 bit times and the way along the cable. Each frame
# has one used turn and one logical collision.
schema: csmacd/scenario/1
name: eight nodes take turns
phy: 10base-t1s
medium: {length: 25m}
duration: 100ms
warmup: 2ms
stations:
  - {name: head, plca: {node_id: 0, node_count: 8}, traffic: {kind: poisson, rate: 3000, size: 64}}
  - {name: "n%d", count: 7, from: 3m, spacing: 3m, plca: {node_id: 1}, traffic: {kind: poisson, rate: 3000, size: 64}}
`,title:"eight nodes take turns"},{name:"poisson-half-load",text:`# Half the line's rate, at random: more than an office needed from its Ethernet.
#
# Thirty hosts on a segment of thin coaxial cable, as many and as long as 10BASE2 allows
# (clause 10), offer frames at exponential intervals. Together they offer half of what
# the line carries, headers and gaps included.
#
# Look for: offered_load near 0.5, throughput close to it, nothing dropped. Most frames
# are sent at their first attempt (collisions_per_frame), half of them at once: the
# median access delay is the length of the frame itself. The mean is above it, and p99
# is ten times as long: that is backoff. Raise the load, --set
# stations[0].traffic.load=0.9, and watch the delays rather than the throughput.
schema: csmacd/scenario/1
name: poisson, half the load
phy: 10base2
medium: {kind: bus, length: 185m}
duration: 2s
warmup: 100ms
stations:
  - name: "pc%02d"
    count: 30
    from: 0m
    spacing: 6m
    traffic: {kind: poisson, load: 0.5, size: 594, to: random}
`,title:"poisson, half the load"},{name:"saturated24-short",text:`# Twenty-four hosts that always have the shortest frame to send.
#
# The same network as saturated24.yaml, with frames of 64 octets instead of 1518. The
# cost of contention is counted in slot times (4.2.3.2.3), whatever the length of the
# frames; the value of a success is the length of the frame. So efficiency falls with
# the ratio of the two.
#
# Look for: share_idle and share_collision well above those of long frames, and
# throughput below share_success: 64 of the 576 bit times of a frame are header. Delays
# are shorter, and fewer frames are dropped: a frame of 1518 octets is long compared
# with a backoff, and a station may have to wait for several of them.
schema: csmacd/scenario/1
name: twenty-four saturated hosts, short frames
phy: 10base5
medium: {kind: bus, length: 500m, velocity: 0.77}
duration: 2s
warmup: 100ms
stations:
  - name: "h%02d"
    count: 24
    from: 0m
    spacing: 20m
    traffic: {kind: saturated, size: 64, to: next}
`,title:"twenty-four saturated hosts, short frames"},{name:"saturated24",text:`# Twenty-four hosts that always have a long frame to send, along 500 m of cable.
#
# This is how Boggs, Mogul and Kent measured Ethernet (1988): every host sends as fast
# as the medium allows. The line does not collapse. Binary exponential backoff
# (4.2.3.2.5) spreads the contenders until little time is lost between two frames.
#
# Look for: throughput above 0.9, share_collision of one or two hundredths. The price is
# delay: most frames wait a millisecond or two, some a quarter of a second, and some are
# dropped at the sixteenth collision (attemptLimit, Table 4-2). Compare
# saturated24-short.yaml: the same contention, for frames that are much shorter.
schema: csmacd/scenario/1
name: twenty-four saturated hosts
phy: 10base5
medium: {kind: bus, length: 500m, velocity: 0.77}
duration: 10s
warmup: 100ms
stations:
  - name: "h%02d"
    count: 24
    from: 0m
    spacing: 20m
    traffic: {kind: saturated, size: 1518, to: next}
`,title:"twenty-four saturated hosts"},{name:"sixteen-collisions",text:`# Sixteen collisions, and the frame is dropped.
#
# A and B are at one place and always draw the same number of slots: 0. So they always
# start together, and detect the collision at once. They still complete the header, and
# then send 32 bits of jam (4.2.3.2.4): 96 bit times, the shortest fragment.
# attemptLimit is 16 (Table 4-2), so there are fifteen draws, and none after the last
# attempt.
#
# Look for: 32 attempts in 16 collisions, nothing sent, and FramesAbortedDueToXSColls 1
# at both. Each attempt waits for a gap of 96 bit times after the fragment before it, so
# they start 192 bit times apart, the last at 2880. C, which only listens, counts 16
# Fragments.
schema: csmacd/scenario/1
name: sixteen collisions
phy: 10base5
until: {idle: true}
duration: 10ms
stations:
  - name: A
    traffic: {kind: frames, starts: [0s], size: 64, to: B}
    backoff: {policy: scripted, slots: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}
  - name: B
    traffic: {kind: frames, starts: [0s], size: 64, to: A}
    backoff: {policy: scripted, slots: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}
  - {name: C, at: 10m}
`,title:"sixteen collisions"},{name:"slotted",text:`# The slotted model of the textbooks.
#
# With all stations at one place, no header, no gap and a jam of one slot, a collision
# lasts exactly one slot of 512 bit times, and so does a slot that no station uses: time
# consists of slots, as in the analyses since Metcalfe and Boggs (1976). Frames are ten
# slots long (640 octets).
#
# Sixteen stations draw from a fixed window of sixteen slots. The best that n stations
# can do is to send with probability 1/n each: a slot of contention is then a success
# with probability (1-1/n)^(n-1), which tends to 1/e. A station that draws from a window
# of w sends in one slot of (w+1)/2 on average: here in one of 8.5, too often.
#
# Look for: share_collision well above share_idle. Try windows of 8, 32 and 64 (--set
# backoff.window=32). Then --set backoff=beb does better than any of them, and jain
# shows how: it lets the winner of a collision go on sending, which no fixed window
# does.
schema: csmacd/scenario/1
name: the slotted model
phy: 10base5
mac: {header: 0, jam: 512bt, ifg: 0}
backoff: {policy: uniform, k: 16}
duration: 2s
stations:
  - name: "s%02d"
    count: 16
    traffic: {kind: saturated, size: 640, to: next}
`,title:"the slotted model"},{name:"t1s-multidrop",text:`# Half duplex is not history: 10BASE-T1S.
#
# Sensors and actuators in cars and machines share 25 m of a single pair (clause 147).
# PLCA (clause 148) usually gives them turns. Without it they use CSMA/CD, as in 1985.
# Seven sensors report 64 octets to a controller every millisecond, all at the same
# instant.
#
# Look for: every millisecond begins with a collision of seven stations. They carry less
# than half of what the line could, and yet the mean access delay is half a millisecond,
# and the longest is many milliseconds. Now give them turns by hand, a different start
# for each, as a schedule would: there is no collision left to resolve.
schema: csmacd/scenario/1
name: 10BASE-T1S multidrop
phy: 10base-t1s
medium: {kind: bus, length: 25m}
duration: 1s
stations:
  - {name: controller, at: 0m}
  - name: "sensor%d"
    count: 7
    from: 3m
    spacing: 3m
    traffic: {kind: frames, count: 1000, interval: 1ms, size: 64, to: controller}
`,title:"10BASE-T1S multidrop"},{name:"two-cables",text:`# A bridge between two cables.
#
# Stations on the same cable contend with each other only. A frame for the other cable
# is received by the bridge, waits in the queue of its other port, and contends there
# once more.
#
# Look for: filtered and forwarded of the bridge (devices), and the delay of frames,
# twice that of one cable for those that cross. --set stations[0].traffic.to=domain
# keeps the frames of the left cable there.
schema: csmacd/scenario/1
name: two cables
segments:
  left: {length: 500m}
  right: {length: 500m}
devices:
  - {name: bridge, kind: bridge}
links:
  - {between: [bridge, left], at: 500m}
  - {between: [bridge, right], at: 0m}
duration: 2s
warmup: 50ms
stations:
  - name: "l%d"
    count: 4
    via: left
    spacing: 100m
    traffic: {kind: poisson, load: 0.2, size: 512, to: random}
  - name: "r%d"
    count: 4
    via: right
    from: 100m
    spacing: 100m
    traffic: {kind: poisson, load: 0.2, size: 512, to: domain}
`,title:"two cables"},{name:"two-stations-collide",text:`# Two stations collide, and one backs off longer than the other.
#
# A and B are 245 bit times apart and both start at 0. Carrier takes 245 bit times to
# reach the other station, so neither defers (4.2.3.2.1). Both detect the collision at
# bit 245, send 32 bits of jam (4.2.3.2.4), and stop at 277. The draws are fixed here: A
# waits no slot, B one slot of 512 bit times (4.2.3.2.5).
#
# A does not start at 277. B's jam arrives until 277 + 245 = 522, and a gap of 96 bit
# times follows: A starts at 618. Its carrier reaches B at 863. But B's backoff ends at
# 277 + 512 = 789, and B, whose gap also ended at 618, starts at once. They collide
# again. The second draws, 0 and 2, separate them.
#
# Look for: tx_start at 0, 618 and 1236 (A) and at 0, 789 and 2153 (B); two collisions,
# MultipleCollisionFrames 1 at both. Textbooks often let a station wait for another gap
# after its backoff; then B hears A in time: --set mac.ifg_after_backoff=on runs it that
# way. The warning is right: 245 bit times are more than the 232 that the standard
# allows one way, with 48 for the jam. Each collision is still detected in time.
schema: csmacd/scenario/1
name: two stations collide
phy: 10base5
medium: {kind: bus}
until: {idle: true}
duration: 10ms
stations:
  - name: A
    at: 0m
    traffic: {kind: frames, starts: [0s], size: 64, to: B}
    backoff: {policy: scripted, slots: [0, 0]}
  - name: B
    at: 245bt
    traffic: {kind: frames, starts: [0s], size: 64, to: A}
    backoff: {policy: scripted, slots: [1, 2]}
`,title:"two stations collide"}];var ce,ia,tc,Qt,zo,Rs,aa,Ws,ra,Wo,Do,nc,rs=Symbol.for("pv"),Ns={},$s=[],sc=/^m(i|n|o|s|text|space)$/,Bo=Array.isArray,la=$s.slice,gn=Object.assign;function pn(t){t&&t.parentNode&&t.remove()}function Bs(t,e,n,s,o){var i={type:t,props:e,key:n,ref:s,__k:null,__:null,__b:0,__e:null,__c:null,constructor:rs,__v:o||++ia,__i:-1,__u:0};return!o&&ce.vnode&&ce.vnode(i),i}function Ft(t){return t.children}function Hs(t,e){this.props=t,this.context=e,this.__g=0}function Zt(t,e){if(e==null)return t.__&&Zt(t.__,t.__i+1);for(var n;e<t.__k.length;e++)if((n=t.__k[e])&&n.__e)return n.__e;return typeof t.type!="function"||t.props.__P?null:Zt(t)}function oc(t){var e,n=t.__v,s=n.__e,o=[],i=[],a=t.__P;a&&((e=gn({constructor:rs},n)).__v=n.__v+1,ce.vnode&&ce.vnode(e),Ho(a,e,n,t.__n,a.namespaceURI,32&n.__u?[s]:null,o,s||Zt(n),32&n.__u,i),e.__v=n.__v,e.__.__k[e.__i]=e,da(o,e,i),n.__=n.__e=null,e.__e!=s&&ca(e))}function ca(t){if((t=t.__)&&t.__c&&!t.props.__P)return t.__e=null,t.__k.some(function(e){return e&&(t.__e=e.__e)}),ca(t)}function sa(t){(8&t.__g||(t.__g|=8,Qt.push(t),Rs++))&&zo==ce.debounceRendering||((zo=ce.debounceRendering)||queueMicrotask)(fa)}function fa(){try{for(var t,e=1;Qt.length;)Qt.length>e&&Qt.sort(aa),t=Qt.shift(),e=Qt.length,8&t.__g&&oc(t)}finally{(Rs=Qt.length)&&(zo||queueMicrotask)(fa)}}function ha(t,e,n,s,o,i,a,l,f,h,p){var m,b,w,k,S,M,A=s.__k||$s,y=e.length;for(f=ic(n,e,A,f,y),m=0;m<y;m++)(w=n.__k[m])!=null&&(b=~w.__i&&A[w.__i]||Ns,w.__i=m,M=Ho(t,w,b,o,i,a,l,f,h,p),k=w.__e,(b.ref!=w.ref||8&b.__u)&&(b.ref&&Fo(b.ref,null,w,b),w.ref&&p.push(w.ref,w.__c||k,w)),S=S||k,4&w.__u?(f=ua(w,f,t,!b.__v),b.__e&&(b.__e=null)):typeof w.type=="function"&&M!==void 0?f=M:k&&(f=k.nextSibling),w.__u&=-21);return n.__e=S,f}function ic(t,e,n,s,o){var i,a,l,f,h,p,m,b,w,k=n.length,S=k,M=0,A=0,y=t.__k=Array(o);for(i=0;i<o;i++)(a=e[i])!=null&&typeof a!="boolean"&&typeof a!="function"?(typeof a!="object"||a.constructor===String?a=y[i]=Bs(null,a):Bo(a)?a=y[i]=Bs(Ft,{children:a}):a.constructor===rs&&a.__b?a=y[i]=Bs(a.type,a.props,a.key,a.ref,a.__v):y[i]=a,f=i+M,a.__=t,a.__b=t.__b+1,l=null,~(h=a.__i=ac(a,n,f,S))&&(S--,(l=n[h])&&(l.__u|=2)),l&&l.__v?(a.__u|=16,h==f-1?M--:h==f+1?M++:h!=f&&(h>f?M--:M++,A=1)):(~h||(o>k?M--:o<k&&M++),typeof a.type!="function"&&(a.__u|=4))):y[i]=null;if(A){for(p=[],m=[],i=0;i<o;i++)if((a=y[i])&&16&a.__u){for(M=0,b=p.length;M<b;)p[w=M+b>>1]<a.__i?M=w+1:b=w;p[M]=a.__i,m[i]=M+1}for(M=p.length;i--;)m[i]&&(m[i]==M?M--:y[i].__u|=4)}if(S)for(i=0;i<k;i++)!(l=n[i])||2&l.__u||(l.__e==s&&(s=Zt(l)),Ro(l,l));return s}function ua(t,e,n,s){var o,i,a,l;if(typeof t.type=="function"){if(t.props.__P)return e;if(o=t.__k)for(i=0;i<o.length;i++)o[i]&&(o[i].__=t,e=ua(o[i],e,n,!1));return e}for(e&&!e.parentNode&&(e=Zt(t))&&!e.parentNode&&(e=null),a=t.__e,l=e;l&&l.nodeType==8;)l=l.nextSibling;for(a!=l&&(!s&&n.moveBefore&&a.parentNode?n.moveBefore(a,e):n.insertBefore(a,e||null)),e=a;(e=e&&e.nextSibling)&&e.nodeType==8&&!e.data.startsWith("$s"););return e}function ac(t,e,n,s){var o,i=t.key,a=t.type,l=e[n],f=l&&!(2&l.__u);if(l===null&&i==null||f&&i==l.key&&a==l.type)return n;if(s>(f?1:0)){for(o=n-1;o>=0;o--)if((l=e[o])&&!(2&l.__u)&&i==l.key&&a==l.type)return o;for(o=n+1;o<e.length;o++)if((l=e[o])&&!(2&l.__u)&&i==l.key&&a==l.type)return o}return-1}function oa(t,e,n){n==null&&(n=""),e[0]=="-"?t.setProperty(e,n):t[e]=n}function Ds(t,e,n,s,o){var i,a;if(e=="style")if(typeof n=="string")t.style.cssText=n;else{if(typeof s=="string"&&(t.style.cssText=s=""),s)for(e in s)n&&e in n||oa(t.style,e);if(n)for(e in n)s&&n[e]==s[e]||oa(t.style,e,n[e])}else if(e[0]=="o"&&e[1]=="n")typeof n!="function"&&(n=null),typeof s!="function"&&(s=null),(t.__e||(t.__e={}))[e]=n,n&&s||(a=Do[e]||(Do[e]=rc(e)),(t.__a||(t.__a={}))[e]=Wo,i=e!=(e=e.replace(ra,"$1")),(e=e.slice(2))[0]<"a"&&(e=e.toLowerCase()),n?t.addEventListener(e,a,i):t.removeEventListener(e,a,i));else{if(o=="http://www.w3.org/2000/svg")e=e.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(e!="width"&&e!="height"&&e!="href"&&e!="list"&&e!="form"&&e!="tabIndex"&&e!="download"&&e!="rowSpan"&&e!="colSpan"&&e!="role"&&e!="popover"&&e in t)try{return void(t[e]=n??"")}catch{}if(typeof n=="function")return;n==null||n===!1&&e[4]!="-"?t.removeAttribute(e):t.setAttribute(e,e=="popover"&&n==1?"":n)}}function rc(t){return function(e){var n=this.__e;if(n){if(n=n[t],e[Ws]==null)e[Ws]=Wo++;else if(e[Ws]<this.__a[t])return;return n(ce.event?ce.event(e):e)}}}function Ho(t,e,n,s,o,i,a,l,f,h){var p,m,b,w,k,S,M,A,y,E,x,U,W,G,q,B,L,C,$=e.type;if(e.constructor!==rs)return null;128&n.__u&&(f=32&n.__u,p=n.__c.__z)&&(e.__u|=f,m=i=[],p.nodeType==8?l=Fs(p,i):i.push(p),l=i[0]||l),(p=ce.__b)&&p(e);e:if(typeof $=="function"){b=a.length;try{if(A=e.props,y=(p=$.prototype)&&p.render,E=(p=$.contextType)&&s[p.__c],x=p?E?E.props.value:p.__:s,(w=n.__c)?(e.__c=w,2&w.__g&&(w.__g|=1)):(y?e.__c=w=new $(A,x):(e.__c=w=new Hs(A,x),w.constructor=$,w.render=cc),E&&E.sub(w),w.state||(w.state={}),w.__n=s,w.__g|=8,w.__h=[],w.__k=[]),y&&(w.__s||(w.__s=w.state),$.getDerivedStateFromProps&&(w.__s==w.state&&(w.__s=gn({},w.__s)),gn(w.__s,$.getDerivedStateFromProps(A,w.__s)))),k=w.props,S=w.state,w.__v=e,n.__c){if(A!==k&&y&&!$.getDerivedStateFromProps&&w.componentWillReceiveProps&&w.componentWillReceiveProps(A,x),e.__v==n.__v&&!(8&w.__g)||!(4&w.__g)&&w.shouldComponentUpdate&&w.shouldComponentUpdate(A,w.__s,x)===!1){e.__v!=n.__v&&(w.props=A,w.state=w.__s,w.__g&=-9),e.__e=n.__e,e.__k=n.__k,e.__k.some(function(D){D&&(D.__=e)}),$s.push.apply(w.__h,w.__k),w.__k=[],w.__h.length&&a.push(w),l=Zt(n);break e}w.componentWillUpdate&&w.componentWillUpdate(A,w.__s,x),y&&w.componentDidUpdate&&w.__h.push(function(){w.componentDidUpdate(k,S,M)})}else y&&!$.getDerivedStateFromProps&&w.componentWillMount&&w.componentWillMount(),y&&w.componentDidMount&&w.__h.push(w.componentDidMount);w.context=x,w.props=A,w.__P=t,w.__g&=-5,U=ce.__r,W=y?25:0;do w.__g&=-9,U&&U(e),p=w.render(w.props,w.state=w.__s,w.context);while(8&w.__g&&++W<25);y&&($s.push.apply(w.__h,w.__k),w.__k=[]),w.state=w.__s,w.getChildContext&&(s=gn({},s,w.getChildContext())),y&&n.__c&&w.getSnapshotBeforeUpdate&&(M=w.getSnapshotBeforeUpdate(k,S)),G=p&&p.type===Ft&&p.key==null?p.props.children:p,A.__P&&(p=l,o=(t=A.__P).namespaceURI,f=i=null,n.props&&n.props.__P!=t&&(n.__k.some(function(D){D&&Ro(D,D)}),n.__k=null),l=n.__k?Zt(n,0):null),l=ha(t,Bo(G)?G:[G],e,n,s,o,i,a,l,f,h),A.__P&&(e.__e=null,l=p),e.__u&=-161,m&&m.some(pn),w.__h.length&&a.push(w),1&w.__g&&(w.__g&=-4)}catch(D){if(a.length=b,e.__v=null,f||i)if(D&&D.then){if(e.__u|=128|f,i){for(~(L=i.indexOf(l||void 0))||(L=i.length);(C=i[L-1])&&C.nodeType==8;)L--;for(;L<i.length;L++)if(C=i[L])if(i[L]=null,q){if(C==B)break}else{if(C.nodeType!=8)break;C.data.startsWith("$s")&&(B=Fs(q=C))}}if(!q){for(;l&&l.nodeType==8&&l.nextSibling;)l=l.nextSibling;q=l}(p=Fs(q=e.__c.__z||(e.__c.__z=q)))?(e.__e=q,l=p):e.__e=l,l=l&&l.nextSibling}else i&&i.some(pn);else e.__e=n.__e;e.__k||(e.__k=n.__k||[]),D&&D.then||ma(e),ce.__e(D,e,n)}}else l=e.__e=lc(n.__e,e,n,s,o,i,a,f,h,t);return(p=ce.diffed)&&p(e),l}function Fs(t,e){if(t&&t.nodeType==8&&t.data.startsWith("$s"))for(var n=1;t=t.nextSibling;){if(t.nodeType==8){if(t.data.startsWith("$s"))n++;else if(t.data.startsWith("/$s")&&!--n)return t}e&&e.push(t)}}function ma(t){t&&(t.__c&&(t.__c.__g|=4),t.__k&&t.__k.some(ma))}function da(t,e,n){for(var s=0;s<n.length;)Fo(n[s++],n[s++],n[s++]);ce.__c&&ce.__c(e,t),t.some(function(o){try{t=o.__h,o.__h=[],t.some(function(i){i.call(o)})}catch(i){ce.__e(i,o.__v)}})}function lc(t,e,n,s,o,i,a,l,f,h){var p,m,b,w,k,S,M,A,y=n.props||Ns,E=e.props,x=e.type;if(x=="svg"?o="http://www.w3.org/2000/svg":x=="math"?o="http://www.w3.org/1998/Math/MathML":o||(o="http://www.w3.org/1999/xhtml"),i){for(p=0;p<i.length;p++)if((k=i[p])&&(x?k.localName==x:k.nodeType==3)){t=k,i[p]=null;break}}if(!t){if(A=h.ownerDocument||document,!x)return A.createTextNode(E);t=A.createElementNS(o,x,E.is?E:h),l&&(ce.__m&&ce.__m(e,i),l=!1),i=null}if(x){if(h=x=="template"&&t.content||t,i=x=="textarea"&&E.defaultValue!=null?null:i&&la.call(h.childNodes),!l&&i)for(y={},p=0;p<t.attributes.length;p++)y[(k=t.attributes[p]).name]=k.value;for(p in y)k=y[p],p=="dangerouslySetInnerHTML"?b=k:p=="children"||p in E||p=="value"&&"defaultValue"in E||p=="checked"&&"defaultChecked"in E||Ds(t,p,null,k,o);for(p in E)k=E[p],p=="children"?w=k:p=="dangerouslySetInnerHTML"?m=k:p=="value"?S=k:p=="checked"?M=k:l&&typeof k!="function"||y[p]===k||Ds(t,p,k,y[p],o);m?(l||b&&(m.__html==b.__html||m.__html==t.innerHTML)||(t.innerHTML=m.__html),e.__k=[]):(b&&(t.textContent=""),(x=="foreignObject"||o=="http://www.w3.org/1998/Math/MathML"&&sc.test(x))&&(o="http://www.w3.org/1999/xhtml"),ha(h,Bo(w)?w:[w],e,n,s,o,i,a,i?i[0]:n.__k&&Zt(n,0),l,f),i&&i.some(pn)),l&&x!="textarea"||(p="value",x=="progress"&&S==null?t.removeAttribute(p):S==null||S===t[p]&&(x!="progress"||S)||Ds(t,p,S,y[p],o),p="checked",M!=null&&M!=t[p]&&Ds(t,p,M,y[p],o))}else y===E||l&&t.data==E||(t.data=E);return t}function Fo(t,e,n,s){try{typeof t=="function"?e?e.__x=t(e)||1:s&&(s=s.__c||s.__e)&&(e=s.__x)&&(s.__x=null,typeof e=="function"?e():t(null)):t.current=e}catch(o){ce.__e(o,n)}}function Ro(t,e,n){var s,o,i,a;if(ce.unmount&&ce.unmount(t),!(s=t.ref)||s.current&&s.current!=t.__e||Fo(s,null,e,t),s=t.__c){if(s.componentWillUnmount)try{s.componentWillUnmount()}catch(l){ce.__e(l,e)}s.__P=s.__n=null}if(s=t.__k)for(a=0;a<s.length;a++)s[a]&&Ro(s[a],e,typeof t.type!="function"||n&&!t.props.__P);!n&&(s=t.__c)&&(s=s.__z)&&(o=Fs(s,i=[]))&&(s==t.__e&&i.some(pn),pn(o),pn(s)),n||pn(t.__e),t.__e=t.__c=t.__=null}function cc(t,e,n){return this.constructor(t,n)}function pa(t,e){var n,s,o,i;ce.__&&ce.__(t,e),e.nodeType==9&&(e=e.documentElement),s=(n=t&&32&t.__u)?null:e.__k,e.__k=Bs(Ft,{children:[t]}),o=[],i=[],Ho(e,e.__k,s||Ns,Ns,e.namespaceURI,s?null:e.firstChild?la.call(e.childNodes):null,o,s?s.__e:e.firstChild,n,i),da(o,e.__k,i),e.__k.props.children=null}ce={__e:function(t,e,n,s){for(var o,i,a;e=e.__;)if((o=e.__c)&&!(1&o.__g)){o.__g|=4;try{if((a=(i=o.constructor)&&i.getDerivedStateFromError)&&o.setState(i.getDerivedStateFromError(t)),o.componentDidCatch&&(o.componentDidCatch(t,s||{}),a=1),a&&8&o.__g)return void(o.__g|=2)}catch(l){t=l}}throw Rs=0,t}},ia=0,tc=function(t){return t!=null&&t.constructor===rs},Hs.prototype.setState=function(t,e){var n=this.__s;n&&n!=this.state||(n=this.__s=gn({},this.state)),typeof t=="function"&&(t=t(gn({},n),this.props)),t&&(gn(n,t),this.__v&&(e&&this.__k.push(e),sa(this)))},Hs.prototype.forceUpdate=function(t){this.__v&&(this.__g|=4,t&&this.__h.push(t),sa(this))},Hs.prototype.render=Ft,Qt=[],Rs=0,aa=function(t,e){return t.__v.__b-e.__v.__b},Ws=Symbol(),ra=/(PointerCapture)$|Capture$/i,Wo=0,Do={},nc=0;var cs,De,No,ga,$o=Object.is,Os=0,Aa=[],Oo=[],Pe=ce,ba=Pe.__b,wa=Pe.__r,_a=Pe.diffed,ya=Pe.__c,va=Pe.unmount,ka=Pe.__;function Io(t,e){Pe.__h&&Pe.__h(De,t,Os||e),Os=0;var n=De.__H||(De.__H={__:[],__h:[]});return t>=n.__.length&&n.__.push({}),n.__[t]}function Rt(t){return Os=1,Vo(Ma,t)}function Vo(t,e,n){var s=Io(cs++,2);if(s.t=t,!s.__c&&(s.__=[n?n(e):Ma(void 0,e),function(i){var a=(s.__N||s.__)[0],l=s.t(a,i);$o(a,l)||(s.__N=[l,s.__[1]],s.__c.setState({}))}],s.__c=De,!De.__f)){De.__f=!0;var o=De.shouldComponentUpdate;De.shouldComponentUpdate=function(i,a,l){var f=this.__H;if(!f)return!0;var h=!1,p=this.props!=i;if(f.__.some(function(b){b.__N&&(h=!0,$o(b.__[0],b.__N[0])||(p=!0))}),o){var m=o.call(this,i,a,l);return h?m||p:m}return!h||p}}return s.__}function rt(t,e){var n=Io(cs++,3);!Pe.__s&&Ta(n.__H,e)&&(n.__P=!0,n.__=t,n.u=e,De.__H.__h.push(n))}function Xt(t){return Os=5,fs(function(){return{current:t}},[])}function fs(t,e){var n=Io(cs++,7);return Ta(n.__H,e)&&(n.__=t(),n.__H=e),n.__}function fc(){var t;do{for(;t=Oo.shift();)try{ls(t)}catch(n){Pe.__e(n,{__:(t=t.__P)&&t.__v})}for(;t=Aa.shift();){var e=t.__H;if(t.__P&&e)try{e.__h.some(ls),e.__h.some(jo),e.__h=[]}catch(n){e.__h=[],Pe.__e(n,t.__v)}}}while(Oo.length)}Pe.__b=function(t){De=null,ba&&ba(t)},Pe.__=function(t,e){t&&e.__k&&e.__k.__m&&(t.__m=e.__k.__m),ka&&ka(t,e)},Pe.__r=function(t){wa&&wa(t),cs=0;var e=(De=t.__c).__H;e&&(No==De?De.__h=[]:(e.__h.some(ls),e.__h.some(jo),cs=0),e.__h=[],e.__.some(function(n){n.__N&&(n.__=n.__N),n.u=n.__N=void 0})),No=De},Pe.diffed=function(t){_a&&_a(t);var e=t.__c;e&&e.__H&&(e.__H.__h.length&&Sa(Aa.push(e)),e.__H.__.some(function(n){n.u&&(n.__H=n.u)})),No=De=null},Pe.__c=function(t,e){e.some(function(n){try{n.__h.some(ls),n.__h=n.__h.filter(function(s){return!s.__||jo(s)})}catch(s){n.__h=[function(){throw s}]}}),ya&&ya(t,e)},Pe.unmount=function(t){va&&va(t);var e,n,s=t.__c;s&&s.__H&&(s.__H.__.some(function(o){try{if(o.__P&&o.__c){if(n===void 0){for(n=t.__;n&&(!n.__c||!n.__c.__P);)n=n.__;n=n&&n.__c}o.__P=n,Sa(Oo.push(o))}else ls(o)}catch(i){e=i}}),s.__H=void 0,e&&Pe.__e(e,s.__v))};var xa=typeof requestAnimationFrame=="function";function hc(t){var e,n=function(){clearTimeout(s),xa&&cancelAnimationFrame(e),setTimeout(t)},s=setTimeout(n,35);xa&&(e=requestAnimationFrame(n))}function Sa(t){t!=1&&ga==Pe.requestAnimationFrame||((ga=Pe.requestAnimationFrame)||hc)(fc)}function ls(t){var e=De,n=t.__c;typeof n=="function"&&(t.__c=void 0,n()),De=e}function jo(t){var e=De;t.__c=t.__(),De=e}function Ta(t,e){return!t||t.length!=e.length||e.some(function(n,s){return!$o(n,t[s])})}function Ma(t,e){return typeof e=="function"?e(t):e}var uc=["#0072b2","#d55e00","#009e73","#9b4f8e","#8a6d00","#2c7fa8","#7a4a1e","#5b5fa8"],mc=["#56b4e9","#f0a03c","#2fc79a","#d99ac6","#e8dc52","#8ec9ff","#d9a47c","#a9adf5"];function jn(t){return t?{ink:"#e8eaed",faint:"#9aa3ad",line:"#3a424c",paper:"#12161b",now:"#ffd24a",overlap:"#ff6b4a",defer:"#6b7683",gap1:"#4d8fd6",gap2:"#2b5f99",backoff:"#d8a53a",wait:"#9a7bd0",stations:mc,success:"#2fc79a"}:{ink:"#16191d",faint:"#5a636d",line:"#ccd2d9",paper:"#ffffff",now:"#a3007a",overlap:"#c62f0c",defer:"#9aa4af",gap1:"#5b9be0",gap2:"#2f69a8",backoff:"#dca629",wait:"#8a6bc0",stations:uc,success:"#009e73"}}var Ca=new Map;function hs(t,e,n,s){let o=[e,n,s].join(),i=Ca.get(o);if(i)return i;let a=Math.round((e==="dots"?6:8)*s),l=document.createElement("canvas");l.width=l.height=a;let f=l.getContext("2d");f.strokeStyle=f.fillStyle=n,f.lineWidth=1.4*s;let h=(...p)=>{f.beginPath();for(let m=0;m<p.length;m+=2)f.lineTo(p[m],p[m+1]);f.stroke()};if(e==="up"||e==="cross")for(let p of[-a,0,a])h(p-1,a+1,p+a+1,-1);if(e==="down"||e==="cross")for(let p of[-a,0,a])h(p-1,-1,p+a+1,a+1);return e==="bars"&&h(0,a/2,a,a/2),e==="dots"&&(f.beginPath(),f.arc(a/2,a/2,1.2*s,0,7),f.fill()),i=t.createPattern(l,"repeat"),i.setTransform(new DOMMatrix([1/s,0,0,1/s,0,0])),Ca.set(o,i),i}function At(t,e){return t+Math.round(e*255).toString(16).padStart(2,"0")}function lt(t,e){return`${(Math.round(t/e*1e3)/1e3).toLocaleString("en",{maximumFractionDigits:3})} bt`}function Tt(t){let e=Math.abs(t),[n,s]=e>=1e12?[1e12,"s"]:e>=1e9?[1e9,"ms"]:e>=1e6?[1e6,"\xB5s"]:[1e3,"ns"];return`${(t/n).toLocaleString("en",{maximumFractionDigits:3})} ${s}`}function Pa(t,e){let n=t/Math.max(1,e),s=10**Math.floor(Math.log10(n));return s*(n/s>5?10:n/s>2?5:n/s>1?2:1)}var ue=46,Ue=84,js=class{constructor(e,n,s){this.view=e;this.width=n;this.height=s;let o=e.sections?e.lanes.length:e.stations.length;this.flat=!e.sections&&(!!e.star||!e.length);let i=e.stations.map(h=>h.place),a=1/0,l=[...i].sort((h,p)=>h-p);for(let h=1;h<o;h++)a=Math.min(a,(l[h]-l[h-1])/(e.length||1));let f=n-Ue-24;e.sections&&(a=Math.min(...e.devices?.map(h=>(h.to-h.from)/2)??[],1)),this.lane=Math.max(3,Math.min(18,this.flat?f/o/3:a>0&&o>1?f*a/2.5:18)),this.left=Ue+18,this.right=n-18-this.lane;for(let h=0;h<o;h++)this.columns.push(e.sections?this.share(e.stations[h].x??0):this.flat?this.left+(this.right-this.left)*(o>1?(h+.25)/(o-.5):.4):this.x(i[h]))}view;width;height;columns=[];flat;lane;left;right;share(e){return this.left+(this.right-this.left)*e}section(e){return this.view.sections?.[this.view.stations[e].section??0]}along(e,n){let s=this.section(e);return s?this.share(s.from+(s.to-s.from)*n/Math.max(s.length,1)):this.x(n)}reach(e){let n=this.section(e);return n?Math.max(n.length,1):this.view.length??0}side(e){return this.view.stations[e].side===2?-1:1}get movable(){return!this.flat&&!this.view.sections}x(e){return this.left+(this.right-this.left)*e/(this.view.length||1)}place(e){return Math.max(0,(e-this.left)/(this.right-this.left)*(this.view.length||1))}station(e,n){if(n>ue)return-1;let s=-1,o=22;return this.columns.forEach((i,a)=>{Math.abs(i-e)<o&&(o=Math.abs(i-e),s=a)}),s}},Is=class{canvas=document.createElement("canvas");from=0;to=0;of="";painted=0;paint(e,n,s){let o=n.to-n.from,i=[e.width,e.height,s,n.theme.ink,e.view.from,e.view.to,e.view.until,e.columns.join()].join(),a=i===this.of,l=(this.to-this.from)/2/o;if(a&&this.from<=n.from&&this.to>=n.to&&l>.999&&l<1.001||a&&performance.now()-this.painted<120&&l>.3&&l<3)return;this.of=i,this.from=n.from-o/2,this.to=n.to+o/2;let f=e.height-ue;this.canvas.width=Math.round(e.width*s),this.canvas.height=Math.round(2*f*s);let h=this.canvas.getContext("2d");h.setTransform(s,0,0,s,0,0),h.beginPath(),h.rect(Ue,0,e.width-Ue,2*f),h.clip(),new Vs(h,e,{...n,from:this.from,to:this.to},s,0,2*f).body(),this.painted=performance.now()}put(e,n,s,o){this.paint(n,s,o);let i=(n.height-ue)/(s.to-s.from);e.drawImage(this.canvas,0,ue+(this.from-s.from)*i,n.width,(this.to-this.from)*i)}};function Ea(t,e,n,s,o){t.setTransform(s,0,0,s,0,0),t.fillStyle=n.theme.paper,t.fillRect(0,0,e.width,e.height);let i=new Vs(t,e,n,s,ue,e.height-ue),a=Math.min(i.y(n.now),e.height);i.axis(),i.posts(),t.save();let l=(f,h,p)=>{h<=f||(t.save(),t.beginPath(),t.rect(Ue,f,e.width-Ue,h-f),t.clip(),t.globalAlpha=p,o.put(t,e,n,s),t.restore())};l(ue,a,1),l(Math.max(ue,a),e.height,.26),t.beginPath(),t.rect(Ue,ue,e.width-Ue,e.height-ue),t.clip(),i.labels(e.view.lanes,n.now),t.restore(),i.names(),i.nowLine(),i.readout()}var Vs=class{constructor(e,n,s,o,i,a){this.c=e;this.l=n;this.f=s;this.scale=o;this.top=i;this.tall=a}c;l;f;scale;top;tall;y(e){return this.top+(e-this.f.from)/(this.f.to-this.f.from)*this.tall}colour(e){return this.hue(this.l.view.sections?this.l.view.stations[e].number??0:e)}hue(e){let n=this.f.theme.stations;return n[e%n.length]}signal(e){return this.l.view.sections?e.origin??0:e.station}axis(){let{c:e,f:n,l:s}=this,o=s.view.bit,i=(n.to-n.from)/o,a=Math.max(Pa(i,(s.height-ue)/64),.001);e.font="12px system-ui, sans-serif",e.textAlign="right",e.textBaseline="middle";for(let l=Math.ceil(n.from/o/a);l*a<=n.to/o;l++){let f=l*a*o,h=this.y(f);if(e.strokeStyle=At(n.theme.line,.7),e.lineWidth=1,e.beginPath(),e.moveTo(Ue,h),e.lineTo(s.width,h),e.stroke(),h<ue+12)continue;e.fillStyle=n.theme.ink;let p=lt(f,o),m=e.measureText(p).width>Ue-10;e.fillText(m?Tt(f):p,Ue-8,m?h:h-6),!m&&(e.fillStyle=n.theme.faint,e.font="10.5px system-ui, sans-serif",e.fillText(Tt(f),Ue-8,h+7),e.font="12px system-ui, sans-serif")}}posts(){let{c:e,l:n,f:s}=this;n.columns.forEach((o,i)=>{e.strokeStyle=At(this.colour(i),s.chosen===i?1:.65),e.lineWidth=s.chosen===i?2:1,e.beginPath(),e.moveTo(o,ue-10),e.lineTo(o,n.height),e.stroke()})}names(){let{c:e,l:n,f:s}=this;e.fillStyle=s.theme.paper,e.fillRect(0,0,n.width,ue-10),e.textAlign="center",e.textBaseline="middle";let o=-1/0,i=0,a=n.columns.map((l,f)=>f).filter(l=>!n.view.sections||!n.view.stations[l].side).sort((l,f)=>n.columns[l]-n.columns[f]);for(let l of n.view.devices??[])e.font="600 12.5px system-ui, sans-serif",e.fillStyle=s.theme.ink,e.fillText(l.name,(n.share(l.from)+n.share(l.to))/2,23);for(let l of a){let f=n.columns[l],h=n.view.stations[l].name;e.font=`${s.chosen===l?"700":"600"} 12.5px system-ui, sans-serif`;let p=e.measureText(h).width+12;i=f-p/2<o?(i+1)%2:0,!(i===1&&p>60)&&(o=Math.max(o,f+p/2),e.fillStyle=this.colour(l),e.beginPath(),e.arc(f,ue-8,s.chosen===l?6:4.5,0,7),e.fill(),e.fillStyle=s.theme.ink,e.fillText(h,Math.min(Math.max(f,p/2),n.width-p/2),i?9:23))}e.textAlign="left",e.fillStyle=s.theme.faint,e.font="11px system-ui, sans-serif",e.fillText("time \u2193",6,14)}body(){let e=this.l.view,n=e.transmissions??[];if(e.rows)return this.rows(e.rows,e.lanes);let s=new Map,o=a=>{let l=s.get(a);return l||s.set(a,l=new Path2D),l};this.devices();for(let a of n)this.l.flat?this.bars(a,o):this.band(a,o);for(let[a,l]of s){let[f,h,p]=a.split(" ");this.fill(l,this.hue(+f),h,+p)}let i=new Path2D;for(let a of e.overlaps??[])a.corners.forEach(([l,f],h)=>i[h?"lineTo":"moveTo"](this.l.along(n[a.a].station,l),this.y(f))),i.closePath();this.fill(i,this.f.theme.overlap,"down",.3),this.lanes(e.lanes);for(let a of n)this.mark(a)}parts(e){let n=e.end<0?this.l.view.until:e.end,s=e.jam<0?n:Math.min(e.jam,n),o=Math.min(e.header,s);return[{from:e.start,until:o,kind:"up",alpha:.2},{from:o,until:s,kind:"solid",alpha:.38},{from:s,until:n,kind:"cross",alpha:.3}].filter(i=>i.until>i.from)}band(e,n){let s=this.l,o=s.view.stations[e.station].place,i=s.reach(e.station),a=f=>s.along(e.station,f),l=o>0&&o<i?[0,o,i]:[0,i];for(let f of this.parts(e)){let h=n(`${this.signal(e)} ${f.kind} ${f.alpha}`);l.forEach((p,m)=>h[m?"lineTo":"moveTo"](a(p),this.y(f.from+Math.abs(p-o))));for(let p of[...l].reverse())h.lineTo(a(p),this.y(f.until+Math.abs(p-o)));h.closePath()}}bars(e,n){let s=this.l,o=Math.max(4,s.lane*1.4);s.columns.forEach((i,a)=>{let l=a===e.station,f=l?0:s.view.delay??0,h=l?o:o*.55;for(let p of this.parts(e)){let m=this.y(p.from+f);n(`${this.signal(e)} ${p.kind} ${l?Math.min(1,p.alpha*2):p.alpha}`).rect(i-h,m,h,this.y(p.until+f)-m)}})}devices(){let{c:e,l:n,f:s}=this,o=n.view;for(let i of o.devices??[])e.fillStyle=At(s.theme.line,.45),e.fillRect(n.share(i.from),this.top,n.share(i.to)-n.share(i.from),this.tall);for(let i of o.crossings??[]){let a=o.transmissions[i.out],l=o.devices[i.device],f=o.stations[a.station].side===1,h=n.share(f?l.to:l.from),p=n.share(f?l.from:l.to),m=this.hue(this.signal(a)),b=new Path2D;if(l.bridge){if(i.fall<0)continue;b.moveTo(h,this.y(i.fall)),b.lineTo(p,this.y(a.start)),e.strokeStyle=m,e.lineWidth=1.5,e.stroke(b);continue}let w=a.jam>=0?a.jam:a.end<0?o.until:a.end,k=i.fall<0?o.until:i.fall;b.moveTo(h,this.y(i.rise)),b.lineTo(p,this.y(a.start)),b.lineTo(p,this.y(w)),b.lineTo(h,this.y(a.jam>=0?Math.min(k,Math.max(i.rise,w-(a.start-i.rise))):k)),b.closePath(),e.fillStyle=At(m,.16),e.fill(b)}}fill(e,n,s,o){let i=this.c;i.fillStyle=At(n,o),i.fill(e),s!=="solid"&&(i.fillStyle=hs(i,s,At(n,.85),this.scale),i.fill(e)),i.strokeStyle=n,i.lineWidth=1,i.stroke(e)}lanes(e){let{c:n,l:s,f:o}=this,i=s.lane,a=[["defer",o.theme.defer,"dots",.5,0],["gap1",o.theme.gap1,"bars",.4,0],["gap2",o.theme.gap2,"solid",.9,0],["wait",o.theme.wait,"down",.2,1],["own_gap",o.theme.gap2,"bars",.5,1],["backoff",o.theme.backoff,"up",.45,1]];for(let[l,f,h,p,m]of a){let b=new Path2D;for(let w of e){let k=s.side(w.station),S=s.columns[w.station]+k*(2+m*(i/2+1)),M=k>0?S:S-i/2;for(let A of w.spans??[]){if(A.kind!==l)continue;let y=this.y(A.from),E=this.y(A.until<0?s.view.until:A.until)-y;E<.3||b.rect(M,y,i/2,E)}}n.fillStyle=o.theme.paper,n.fill(b),this.fill(b,f,h,p)}}labels(e,n){let{c:s,l:o}=this,i=o.lane;if(!(i<=9)){for(let a of e)for(let l of a.spans??[]){if(l.kind!=="backoff"||!l.slots)continue;let f=this.y(l.from),h=this.y(l.until<0?o.view.until:l.until)-f;h<=34||f>this.top+this.tall||f+h<this.top||(s.globalAlpha=this.y(n)<f+h/2?.7:1,this.beside(`backoff, ${l.slots} ${l.slots===1?"slot":"slots"}`,o.columns[a.station]+3+i+7,f+h/2))}s.globalAlpha=1}}beside(e,n,s){let o=this.c;o.save(),o.translate(n,s),o.rotate(-Math.PI/2),o.fillStyle=this.f.theme.ink,o.font="11px system-ui, sans-serif",o.textAlign="center",o.textBaseline="middle",o.fillText(e,0,0),o.restore()}mark(e){let{c:n,l:s,f:o}=this;if(e.collision<0||s.columns[e.station]===void 0)return;let i=s.columns[e.station],a=this.y(e.collision);n.fillStyle=o.theme.overlap,n.strokeStyle=o.theme.paper,n.lineWidth=1.5,n.beginPath();for(let l=0;l<16;l++){let f=l%2?3.4:7.5,h=l*Math.PI/8;n.lineTo(i+f*Math.cos(h),a+f*Math.sin(h))}n.closePath(),n.stroke(),n.fill()}rows(e,n){let{c:s,l:o,f:i}=this,a=o.view,l=(a.to-a.from)/e.length,f=new Path2D,h=new Path2D,p=Math.max(3,Math.min((o.right-o.left)/Math.max(1,n.length)-6,40));for(let m of n){let b=o.columns[m.station]+2;m.rows?.forEach((w,k)=>{let S=this.y(a.from+k*l),M=Math.max(.5,this.y(a.from+(k+1)*l)-S);w.success>0&&f.rect(b,S,p*w.success,M),w.collision>0&&h.rect(b+p*w.success,S,Math.max(.6,p*w.collision),M)})}s.fillStyle=i.theme.success,s.fill(f),s.fillStyle=At(i.theme.overlap,.35),s.fill(h),s.fillStyle=hs(s,"down",i.theme.overlap,this.scale),s.fill(h)}nowLine(){let{c:e,l:n,f:s}=this,o=this.y(s.now);if(o<ue||o>n.height+1)return;e.strokeStyle=s.theme.now,e.lineWidth=2,e.beginPath(),e.moveTo(Ue,o),e.lineTo(n.width,o),e.stroke();let i=lt(s.now,n.view.bit);e.font="600 12px system-ui, sans-serif";let a=Math.max(e.measureText(i).width+12,Ue),l=Math.max(ue-9,Math.min(o-9,n.height-18));e.fillStyle=s.theme.now,e.fillRect(0,l,a,18),e.fillStyle=s.theme.paper,e.textAlign="right",e.textBaseline="middle",e.fillText(i,a-6,l+9)}readout(){let{c:e,l:n,f:s}=this,o=s.hover;if(!o||o.y<ue||o.x<Ue)return;let i=s.from+(o.y-ue)/(n.height-ue)*(s.to-s.from);e.strokeStyle=At(s.theme.ink,.45),e.lineWidth=1,e.setLineDash([4,4]),e.beginPath(),e.moveTo(Ue,o.y),e.lineTo(n.width,o.y),n.flat||(e.moveTo(o.x,ue),e.lineTo(o.x,n.height)),e.stroke(),e.setLineDash([]);let a=[`${lt(i,n.view.bit)} \xB7 ${Tt(i)}`];n.movable&&a.push(`${lt(Math.min(n.place(o.x),n.view.length),n.view.bit)} along the cable`),e.font="12px system-ui, sans-serif";let l=Math.max(...a.map(m=>e.measureText(m).width))+14,f=a.length*17+8,h=o.x+14+l>n.width?o.x-14-l:o.x+14,p=Math.max(ue,Math.min(o.y+12,n.height-f));e.fillStyle=s.theme.ink,e.globalAlpha=.92,e.fillRect(h,p,l,f),e.globalAlpha=1,e.fillStyle=s.theme.paper,e.textAlign="left",e.textBaseline="top",a.forEach((m,b)=>e.fillText(m,h+7,p+6+b*17))}};var dc=Symbol.for("pv"),pc=0;function g(t,e,n,s,o,i){e||(e={});var a,l,f=e;if("ref"in f&&typeof t!="function")for(l in f={},e)l=="ref"?a=e[l]:f[l]=e[l];var h={type:t,props:f,key:n,ref:a,__k:null,__:null,__b:0,__e:null,__c:null,constructor:dc,__v:--pc,__i:-1,__u:0};return(o||i)&&(h.__source=o,h.__self=i),ce.vnode&&ce.vnode(h),h}function La({player:t,dark:e,chosen:n,choose:s}){let o=Xt(null),i=Xt({dark:e,chosen:n,choose:s});return i.current={dark:e,chosen:n,choose:s},rt(()=>{let a=o.current,l=a.getContext("2d",{alpha:!1}),f=0,h=0,p=0,m="",b,w=new Is,k,S,M=new Map,A=B=>{f=requestAnimationFrame(A),t.tick(Math.min(.1,(B-h)/1e3)),h=B,t.look();let L=devicePixelRatio,C=a.clientWidth,$=a.clientHeight;if(!t.view||!C||!$)return;let D=[t.from,t.to,t.now,C,$,L,i.current.dark,i.current.chosen,b?.x,b?.y,t.started,t.view.from,t.view.until,t.view.stations[S?.station??0]?.place].join();D!==m&&(m=D,(a.width!==Math.round(C*L)||a.height!==Math.round($*L))&&(a.width=Math.round(C*L),a.height=Math.round($*L)),k=new js(t.view,C,$),Ea(l,k,{from:t.from,to:t.to,now:t.now,theme:jn(i.current.dark),chosen:i.current.chosen,hover:b},L,w),a.dataset.frames=String(++p))};f=requestAnimationFrame(A);let y=B=>{let L=a.getBoundingClientRect();return{x:B.clientX-L.left,y:B.clientY-L.top}},E=B=>t.from+(B-ue)/(a.clientHeight-ue)*(t.to-t.from),x=B=>{let L=y(B);M.set(B.pointerId,L),a.setPointerCapture(B.pointerId);let C=k?.station(L.x,L.y)??-1;S={station:C,x:L.x,y:L.y,from:t.from,moved:!1},C>=0&&i.current.choose(C)},U=B=>{let L=y(B),C=M.get(B.pointerId);if(b=B.pointerType==="mouse"?L:void 0,C&&M.size===2){let[$]=[...M].filter(([O])=>O!==B.pointerId).map(([,O])=>O),D=Math.hypot(C.x-$.x,C.y-$.y),Y=Math.hypot(L.x-$.x,L.y-$.y);D>10&&Y>10&&t.zoom(D/Y,E((L.y+$.y)/2)),M.set(B.pointerId,L),S=void 0;return}if(C&&M.set(B.pointerId,L),a.style.cursor=S&&S.station<0?"grabbing":(k?.station(L.x,L.y)??-1)>=0?k.movable?"ew-resize":"pointer":"crosshair",!(!S||!k||!t.view)&&(Math.hypot(L.x-S.x,L.y-S.y)>4&&(S.moved=!0),!!S.moved)){if(S.station<0){t.pan(S.from-(L.y-S.y)/(a.clientHeight-ue)*(t.to-t.from)-t.from);return}if(k.movable){let $=t.view.bit;t.view.stations[S.station].place=Math.min(t.view.length,Math.round(k.place(L.x)/$)*$),m=""}}},W=B=>{M.delete(B.pointerId);let L=S,C=y(B);S=void 0,!(!L||!k||!t.view)&&(L.station>=0&&L.moved&&k.movable?t.edit({what:"move",station:L.station,value:`${t.view.stations[L.station].place/t.view.bit}bt`}):L.station<0&&!L.moved&&C.y>ue&&(t.speed=0,t.goTo(E(C.y),!0)))},G=()=>{b=void 0},q=B=>{B.preventDefault();let L=B.deltaMode===1?B.deltaY*16:B.deltaY;B.ctrlKey||B.metaKey||!B.shiftKey?t.zoom(Math.exp(L*.0015),E(y(B).y)):t.pan((L||B.deltaX)/a.clientHeight*(t.to-t.from))};return a.addEventListener("pointerdown",x),a.addEventListener("pointermove",U),a.addEventListener("pointerup",W),a.addEventListener("pointercancel",W),a.addEventListener("pointerleave",G),a.addEventListener("wheel",q,{passive:!1}),()=>cancelAnimationFrame(f)},[t]),g("canvas",{ref:o,id:"diagram",class:"diagram",role:"img",tabIndex:0,"aria-label":"Space-time diagram: place on the cable across, time down. What it shows is told in words beside it."})}var gc="uplot",bc="u-hz",wc="u-vt",_c="u-title",yc="u-wrap",vc="u-under",kc="u-over",xc="u-axis",_n="u-off",Sc="u-select",Ac="u-cursor-x",Tc="u-cursor-y",Mc="u-cursor-pt",Cc="u-legend",Pc="u-live",Ec="u-inline",Lc="u-series",zc="u-marker",za="u-label",Dc="u-value",ms="width",ds="height";var Da="bottom",In="left",qo="right",li="#000",Wa=li+"0",Uo="mousemove",Ba="mousedown",Go="mouseup",Ha="mouseenter",Fa="mouseleave",Ra="dblclick",Wc="resize",Bc="scroll",Na="change",Ys="dppxchange",ci="--",Jn=typeof window<"u",Zo=Jn?document:null,qn=Jn?window:null,Hc=Jn?navigator:null,ae,qs;function Xo(){let t=devicePixelRatio;ae!=t&&(ae=t,qs&&ti(Na,qs,Xo),qs=matchMedia(`(min-resolution: ${ae-.001}dppx) and (max-resolution: ${ae+.001}dppx)`),yn(Na,qs,Xo),qn.dispatchEvent(new CustomEvent(Ys)))}function ct(t,e){if(e!=null){let n=t.classList;!n.contains(e)&&n.add(e)}}function ei(t,e){let n=t.classList;n.contains(e)&&n.remove(e)}function _e(t,e,n){t.style[e]=n+"px"}function Mt(t,e,n,s){let o=Zo.createElement(t);return e!=null&&ct(o,e),n?.insertBefore(o,s),o}function wt(t,e){return Mt("div",t,e)}var $a=new WeakMap;function Nt(t,e,n,s,o){let i="translate("+e+"px,"+n+"px)",a=$a.get(t);i!=a&&(t.style.transform=i,$a.set(t,i),e<0||n<0||e>s||n>o?ct(t,_n):ei(t,_n))}var Oa=new WeakMap;function ja(t,e,n){let s=e+n,o=Oa.get(t);s!=o&&(Oa.set(t,s),t.style.background=e,t.style.borderColor=n)}var Ia=new WeakMap;function Va(t,e,n,s){let o=e+""+n,i=Ia.get(t);o!=i&&(Ia.set(t,o),t.style.height=n+"px",t.style.width=e+"px",t.style.marginLeft=s?-e/2+"px":0,t.style.marginTop=s?-n/2+"px":0)}var fi={passive:!0},Fc={...fi,capture:!0};function yn(t,e,n,s){e.addEventListener(t,n,s?Fc:fi)}function ti(t,e,n,s){e.removeEventListener(t,n,fi)}Jn&&Xo();function Ct(t,e,n,s){let o;n=n||0,s=s||e.length-1;let i=s<=2147483647;for(;s-n>1;)o=i?n+s>>1:ft((n+s)/2),e[o]<t?n=o:s=o;return t-e[n]<=e[s]-t?n:s}function wr(t){return(n,s,o)=>{let i=-1,a=-1;for(let l=s;l<=o;l++)if(t(n[l])){i=l;break}for(let l=o;l>=s;l--)if(t(n[l])){a=l;break}return[i,a]}}var _r=t=>t!=null,yr=t=>t!=null&&t>0,Zs=wr(_r),Rc=wr(yr);function Nc(t,e,n,s=0,o=!1){let i=o?Rc:Zs,a=o?yr:_r;[e,n]=i(t,e,n);let l=t[e],f=t[e];if(e>-1)if(s==1)l=t[e],f=t[n];else if(s==-1)l=t[n],f=t[e];else for(let h=e;h<=n;h++){let p=t[h];a(p)&&(p<l?l=p:p>f&&(f=p))}return[l??me,f??-me]}function Xs(t,e,n,s){let o=Ga(t),i=Ga(e);t==e&&(o==-1?(t*=n,e/=n):(t/=n,e*=n));let a=n==10?It:vr,l=o==1?ft:_t,f=i==1?_t:ft,h=l(a(Be(t))),p=f(a(Be(e))),m=Un(n,h),b=Un(n,p);return n==10&&(h<0&&(m=de(m,-h)),p<0&&(b=de(b,-p))),s||n==2?(t=m*o,e=b*i):(t=Ar(t,m),e=eo(e,b)),[t,e]}function hi(t,e,n,s){let o=Xs(t,e,n,s);return t==0&&(o[0]=0),e==0&&(o[1]=0),o}var ui=.1,qa={mode:3,pad:ui},gs={pad:0,soft:null,mode:0},$c={min:gs,max:gs};function Js(t,e,n,s){return to(n)?Ua(t,e,n):(gs.pad=n,gs.soft=s?0:null,gs.mode=s?3:0,Ua(t,e,$c))}function oe(t,e){return t??e}function Oc(t,e,n){for(e=oe(e,0),n=oe(n,t.length-1);e<=n;){if(t[e]!=null)return!0;e++}return!1}function Ua(t,e,n){let s=n.min,o=n.max,i=oe(s.pad,0),a=oe(o.pad,0),l=oe(s.hard,-me),f=oe(o.hard,me),h=oe(s.soft,me),p=oe(o.soft,-me),m=oe(s.mode,0),b=oe(o.mode,0),w=e-t,k=It(w),S=Ze(Be(t),Be(e)),M=It(S),A=Be(M-k);(w<1e-24||A>10)&&(w=0,(t==0||e==0)&&(w=1e-24,m==2&&h!=me&&(i=0),b==2&&p!=-me&&(a=0)));let y=w||S||1e3,E=It(y),x=Un(10,ft(E)),U=y*(w==0?t==0?.1:1:i),W=de(Ar(t-U,x/10),24),G=t>=h&&(m==1||m==3&&W<=h||m==2&&W>=h)?h:me,q=Ze(l,W<G&&t>=G?G:Pt(G,W)),B=y*(w==0?e==0?.1:1:a),L=de(eo(e+B,x/10),24),C=e<=p&&(b==1||b==3&&L>=p||b==2&&L<=p)?p:-me,$=Pt(f,L>C&&e<=C?C:Ze(C,L));return q==$&&q==0&&($=100),[q,$]}var jc=new Intl.NumberFormat(Jn?Hc.language:"en-US"),mi=t=>jc.format(t),ht=Math,Ks=ht.PI,Be=ht.abs,ft=ht.floor,We=ht.round,_t=ht.ceil,Pt=ht.min,Ze=ht.max,Un=ht.pow,Ga=ht.sign,It=ht.log10,vr=ht.log2,Ic=(t,e=1)=>ht.sinh(t)*e,Ko=(t,e=1)=>ht.asinh(t/e),me=1/0;function Ka(t){return(It((t^t>>31)-(t>>31))|0)+1}function ni(t,e,n){return Pt(Ze(t,e),n)}function kr(t){return typeof t=="function"}function ee(t){return kr(t)?t:()=>t}var Vc=()=>{},xr=t=>t,Sr=(t,e)=>e,qc=t=>null,Ya=t=>!0,Ja=(t,e)=>t==e,Uc=/\.\d*?(?=9{6,}|0{6,})/gm,vn=t=>{if(Mr(t)||tn.has(t))return t;let e=`${t}`,n=e.match(Uc);if(n==null)return t;let s=n[0].length-1;if(e.indexOf("e-")!=-1){let[o,i]=e.split("e");return+`${vn(o)}e${i}`}return de(t,s)};function bn(t,e){return vn(de(vn(t/e))*e)}function eo(t,e){return vn(_t(vn(t/e))*e)}function Ar(t,e){return vn(ft(vn(t/e))*e)}function de(t,e=0){if(Mr(t))return t;let n=10**e,s=t*n*(1+Number.EPSILON);return We(s)/n}var tn=new Map;function Tr(t){return((""+t).split(".")[1]||"").length}function ws(t,e,n,s){let o=[],i=s.map(Tr);for(let a=e;a<n;a++){let l=Be(a),f=de(Un(t,a),l);for(let h=0;h<s.length;h++){let p=t==10?+`${s[h]}e${a}`:s[h]*f,m=(a>=0?0:l)+(a>=i[h]?0:i[h]),b=t==10?p:de(p,m);o.push(b),tn.set(b,m)}}return o}var bs={},di=[],Gn=[null,null],en=Array.isArray,Mr=Number.isInteger,Gc=t=>t===void 0;function Qa(t){return typeof t=="string"}function to(t){let e=!1;if(t!=null){let n=t.constructor;e=n==null||n==Object}return e}function Kc(t){return t!=null&&typeof t=="object"}var Yc=Object.getPrototypeOf(Uint8Array),Cr="__proto__";function Kn(t,e=to){let n;if(en(t)){let s=t.find(o=>o!=null);if(en(s)||e(s)){n=Array(t.length);for(let o=0;o<t.length;o++)n[o]=Kn(t[o],e)}else n=t.slice()}else if(t instanceof Yc)n=t.slice();else if(e(t)){n={};for(let s in t)s!=Cr&&(n[s]=Kn(t[s],e))}else n=t;return n}function Ee(t){let e=arguments;for(let n=1;n<e.length;n++){let s=e[n];for(let o in s)o!=Cr&&(to(t[o])?Ee(t[o],Kn(s[o])):t[o]=Kn(s[o]))}return t}var Jc=0,Qc=1,Zc=2;function Xc(t,e,n){for(let s=0,o,i=-1;s<e.length;s++){let a=e[s];if(a>i){for(o=a-1;o>=0&&t[o]==null;)t[o--]=null;for(o=a+1;o<n&&t[o]==null;)t[i=o++]=null}}}function ef(t,e){if(sf(t)){let a=t[0].slice();for(let l=1;l<t.length;l++)a.push(...t[l].slice(1));return of(a[0])||(a=nf(a)),a}let n=new Set;for(let a=0;a<t.length;a++){let f=t[a][0],h=f.length;for(let p=0;p<h;p++)n.add(f[p])}let s=[Array.from(n).sort((a,l)=>a-l)],o=s[0].length,i=new Map;for(let a=0;a<o;a++)i.set(s[0][a],a);for(let a=0;a<t.length;a++){let l=t[a],f=l[0];for(let h=1;h<l.length;h++){let p=l[h],m=Array(o).fill(void 0),b=e?e[a][h]:Qc,w=[];for(let k=0;k<p.length;k++){let S=p[k],M=i.get(f[k]);S===null?b!=Jc&&(m[M]=S,b==Zc&&w.push(M)):m[M]=S}Xc(m,w,o),s.push(m)}}return s}var tf=typeof queueMicrotask>"u"?t=>Promise.resolve().then(t):queueMicrotask;function nf(t){let e=t[0],n=e.length,s=Array(n);for(let i=0;i<s.length;i++)s[i]=i;s.sort((i,a)=>e[i]-e[a]);let o=[];for(let i=0;i<t.length;i++){let a=t[i],l=Array(n);for(let f=0;f<n;f++)l[f]=a[s[f]];o.push(l)}return o}function sf(t){let e=t[0][0],n=e.length;for(let s=1;s<t.length;s++){let o=t[s][0];if(o.length!=n)return!1;if(o!=e){for(let i=0;i<n;i++)if(o[i]!=e[i])return!1}}return!0}function of(t,e=100){let n=t.length;if(n<=1)return!0;let s=0,o=n-1;for(;s<=o&&t[s]==null;)s++;for(;o>=s&&t[o]==null;)o--;if(o<=s)return!0;let i=Ze(1,ft((o-s+1)/e));for(let a=t[s],l=s+i;l<=o;l+=i){let f=t[l];if(f!=null){if(f<=a)return!1;a=f}}return!0}var Pr=["January","February","March","April","May","June","July","August","September","October","November","December"],Er=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function Lr(t){return t.slice(0,3)}var af=Er.map(Lr),rf=Pr.map(Lr),lf={MMMM:Pr,MMM:rf,WWWW:Er,WWW:af};function us(t){return(t<10?"0":"")+t}function cf(t){return(t<10?"00":t<100?"0":"")+t}var ff={YYYY:t=>t.getFullYear(),YY:t=>(t.getFullYear()+"").slice(2),MMMM:(t,e)=>e.MMMM[t.getMonth()],MMM:(t,e)=>e.MMM[t.getMonth()],MM:t=>us(t.getMonth()+1),M:t=>t.getMonth()+1,DD:t=>us(t.getDate()),D:t=>t.getDate(),WWWW:(t,e)=>e.WWWW[t.getDay()],WWW:(t,e)=>e.WWW[t.getDay()],HH:t=>us(t.getHours()),H:t=>t.getHours(),h:t=>{let e=t.getHours();return e==0?12:e>12?e-12:e},AA:t=>t.getHours()>=12?"PM":"AM",aa:t=>t.getHours()>=12?"pm":"am",a:t=>t.getHours()>=12?"p":"a",mm:t=>us(t.getMinutes()),m:t=>t.getMinutes(),ss:t=>us(t.getSeconds()),s:t=>t.getSeconds(),fff:t=>cf(t.getMilliseconds())};function pi(t,e){e=e||lf;let n=[],s=/\{([a-z]+)\}|[^{]+/gi,o;for(;o=s.exec(t);)n.push(o[0][0]=="{"?ff[o[1]]:o[0]);return i=>{let a="";for(let l=0;l<n.length;l++)a+=typeof n[l]=="string"?n[l]:n[l](i,e);return a}}var hf=new Intl.DateTimeFormat().resolvedOptions().timeZone;function uf(t,e){let n;return e=="UTC"||e=="Etc/UTC"?n=new Date(+t+t.getTimezoneOffset()*6e4):e==hf?n=t:(n=new Date(t.toLocaleString("en-US",{timeZone:e})),n.setMilliseconds(t.getMilliseconds())),n}var zr=t=>t%1==0,Qs=[1,2,2.5,5],mf=ws(10,-32,0,Qs),Dr=ws(10,0,32,Qs),df=Dr.filter(zr),wn=mf.concat(Dr),gi=`
`,Wr="{YYYY}",Za=gi+Wr,Br="{M}/{D}",ps=gi+Br,Us=ps+"/{YY}",Hr="{aa}",pf="{h}:{mm}",Vn=pf+Hr,Xa=gi+Vn,er=":{ss}",le=null;function Fr(t){let e=t*1e3,n=e*60,s=n*60,o=s*24,i=o*30,a=o*365,f=(t==1?ws(10,0,3,Qs).filter(zr):ws(10,-3,0,Qs)).concat([e,e*5,e*10,e*15,e*30,n,n*5,n*10,n*15,n*30,s,s*2,s*3,s*4,s*6,s*8,s*12,o,o*2,o*3,o*4,o*5,o*6,o*7,o*8,o*9,o*10,o*15,i,i*2,i*3,i*4,i*6,a,a*2,a*5,a*10,a*25,a*50,a*100]),h=[[a,Wr,le,le,le,le,le,le,1],[o*28,"{MMM}",Za,le,le,le,le,le,1],[o,Br,Za,le,le,le,le,le,1],[s,"{h}"+Hr,Us,le,ps,le,le,le,1],[n,Vn,Us,le,ps,le,le,le,1],[e,er,Us+" "+Vn,le,ps+" "+Vn,le,Xa,le,1],[t,er+".{fff}",Us+" "+Vn,le,ps+" "+Vn,le,Xa,le,1]];function p(m){return(b,w,k,S,M,A)=>{let y=[],E=M>=a,x=M>=i&&M<a,U=m(k),W=de(U*t,3),G=Yo(U.getFullYear(),E?0:U.getMonth(),x||E?1:U.getDate()),q=de(G*t,3);if(x||E){let B=x?M/i:0,L=E?M/a:0,C=W==q?W:de(Yo(G.getFullYear()+L,G.getMonth()+B,1)*t,3),$=new Date(We(C/t)),D=$.getFullYear(),Y=$.getMonth();for(let O=0;C<=S;O++){let te=Yo(D+L*O,Y+B*O,1),V=te-m(de(te*t,3));C=de((+te+V)*t,3),C<=S&&y.push(C)}}else{let B=M>=o?o:M,L=ft(k)-ft(W),C=q+L+eo(W-q,B);y.push(C);let $=m(C),D=$.getHours()+$.getMinutes()/n+$.getSeconds()/s,Y=M/s,O=b.axes[w]._space,te=A/O;for(;C=de(C+M,t==1?0:3),!(C>S);)if(Y>1){let V=ft(de(D+Y,6))%24,ne=m(C).getHours()-V;ne>1&&(ne=-1),C-=ne*s,D=(D+Y)%24;let fe=y[y.length-1];de((C-fe)/M,3)*te>=.7&&y.push(C)}else y.push(C)}return y}}return[f,h,p]}var[gf,bf,wf]=Fr(1),[_f,yf,vf]=Fr(.001);ws(2,-53,53,[1]);function tr(t,e){return t.map(n=>n.map((s,o)=>o==0||o==8||s==null?s:e(o==1||n[8]==0?s:n[1]+s)))}function nr(t,e){return(n,s,o,i,a)=>{let l=e.find(k=>a>=k[0])||e[e.length-1],f,h,p,m,b,w;return s.map(k=>{let S=t(k),M=S.getFullYear(),A=S.getMonth(),y=S.getDate(),E=S.getHours(),x=S.getMinutes(),U=S.getSeconds(),W=M!=f&&l[2]||A!=h&&l[3]||y!=p&&l[4]||E!=m&&l[5]||x!=b&&l[6]||U!=w&&l[7]||l[1];return f=M,h=A,p=y,m=E,b=x,w=U,W(S)})}}function kf(t,e){let n=pi(e);return(s,o,i,a,l)=>o.map(f=>n(t(f)))}function Yo(t,e,n){return new Date(t,e,n)}function sr(t,e){return e(t)}var xf="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function or(t,e){return(n,s,o,i)=>i==null?ci:e(t(s))}function Sf(t,e){let n=t.series[e];return n.width?n.stroke(t,e):n.points.width?n.points.stroke(t,e):null}function Af(t,e){return t.series[e].fill(t,e)}var Tf={show:!0,live:!0,isolate:!1,mount:Vc,markers:{show:!0,width:2,stroke:Sf,fill:Af,dash:"solid"},idx:null,idxs:null,values:[]};function Mf(t,e){let n=t.cursor.points,s=wt(),o=n.size(t,e);_e(s,ms,o),_e(s,ds,o);let i=o/-2;_e(s,"marginLeft",i),_e(s,"marginTop",i);let a=n.width(t,e,o);return a&&_e(s,"borderWidth",a),s}function Cf(t,e){let n=t.series[e].points;return n._fill||n._stroke}function Pf(t,e){let n=t.series[e].points;return n._stroke||n._fill}function Ef(t,e){return t.series[e].points.size}var Jo=[0,0];function Lf(t,e,n){return Jo[0]=e,Jo[1]=n,Jo}function Gs(t,e,n,s=!0){return o=>{o.button==0&&(!s||o.target==e)&&n(o)}}function Qo(t,e,n,s=!0){return o=>{(!s||o.target==e)&&n(o)}}var zf={show:!0,x:!0,y:!0,lock:!1,move:Lf,points:{one:!1,show:Mf,size:Ef,width:0,stroke:Pf,fill:Cf},bind:{mousedown:Gs,mouseup:Gs,click:Gs,dblclick:Gs,mousemove:Qo,mouseleave:Qo,mouseenter:Qo},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(t,e)=>{e.stopPropagation(),e.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(t,e,n,s,o)=>s-o,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},Rr={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},bi=Ee({},Rr,{filter:Sr}),Nr=Ee({},bi,{size:10}),$r=Ee({},Rr,{show:!1}),wi='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',Or="bold "+wi,jr=1.5,ir={show:!0,scale:"x",stroke:li,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Or,side:2,grid:bi,ticks:Nr,border:$r,font:wi,lineGap:jr,rotate:0},Df="Value",Wf="Time",ar={show:!0,scale:"x",auto:!1,sorted:1,min:me,max:-me,idxs:[]};function Bf(t,e,n,s,o){return e.map(i=>i==null?"":mi(i))}function Hf(t,e,n,s,o,i,a){let l=[],f=tn.get(o)||0;n=a?n:de(eo(n,o),f);for(let h=n;h<=s;h=de(h+o,f))l.push(Object.is(h,-0)?0:h);return l}function si(t,e,n,s,o,i,a){let l=[],f=t.scales[t.axes[e].scale].log,h=f==10?It:vr,p=ft(h(n));o=Un(f,p),f==10&&(o=wn[Ct(o,wn)]);let m=n,b=o*f;f==10&&(b=wn[Ct(b,wn)]);do l.push(m),m=m+o,f==10&&!tn.has(m)&&(m=de(m,tn.get(o))),m>=b&&(o=m,b=o*f,f==10&&(b=wn[Ct(b,wn)]));while(m<=s);return l}function Ff(t,e,n,s,o,i,a){let f=t.scales[t.axes[e].scale].asinh,h=s>f?si(t,e,Ze(f,n),s,o):[f],p=s>=0&&n<=0?[0]:[];return(n<-f?si(t,e,Ze(f,-s),-n,o):[f]).reverse().map(b=>-b).concat(p,h)}var Ir=/./,Rf=/[12357]/,Nf=/[125]/,rr=/1/,oi=(t,e,n,s)=>t.map((o,i)=>e==4&&o==0||i%s==0&&n.test(o.toExponential()[o<0?1:0])?o:null);function $f(t,e,n,s,o){let i=t.axes[n],a=i.scale,l=t.scales[a],f=t.valToPos,h=i._space,p=f(10,a),m=f(9,a)-p>=h?Ir:f(7,a)-p>=h?Rf:f(5,a)-p>=h?Nf:rr;if(m==rr){let b=Be(f(1,a)-p);if(b<h)return oi(e.slice().reverse(),l.distr,m,_t(h/b)).reverse()}return oi(e,l.distr,m,1)}function Of(t,e,n,s,o){let i=t.axes[n],a=i.scale,l=i._space,f=t.valToPos,h=Be(f(1,a)-f(2,a));return h<l?oi(e.slice().reverse(),3,Ir,_t(l/h)).reverse():e}function jf(t,e,n,s){return s==null?ci:e==null?"":mi(e)}var lr={show:!0,scale:"y",stroke:li,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Or,side:3,grid:bi,ticks:Nr,border:$r,font:wi,lineGap:jr,rotate:0};function If(t,e){let n=3+(t||1)*2;return de(n*e,3)}function Vf(t,e){let{scale:n,idxs:s}=t.series[0],o=t._data[0],i=t.valToPos(o[s[0]],n,!0),a=t.valToPos(o[s[1]],n,!0),l=Be(a-i),f=t.series[e],h=l/(f.points.space*ae);return s[1]-s[0]<=h}var cr={scale:null,auto:!0,sorted:0,min:me,max:-me},Vr=(t,e,n,s,o)=>o,fr={show:!0,auto:!0,sorted:0,gaps:Vr,alpha:1,facets:[Ee({},cr,{scale:"x"}),Ee({},cr,{scale:"y"})]},hr={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:Vr,alpha:1,points:{show:Vf,filter:null},values:null,min:me,max:-me,idxs:[],path:null,clip:null};function qf(t,e,n,s,o){return n/10}var qr={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},Uf=Ee({},qr,{time:!1,ori:1}),ur={};function Ur(t,e){let n=ur[t];return n||(n={key:t,plots:[],sub(s){n.plots.push(s)},unsub(s){n.plots=n.plots.filter(o=>o!=s)},pub(s,o,i,a,l,f,h){for(let p=0;p<n.plots.length;p++)n.plots[p]!=o&&n.plots[p].pub(s,o,i,a,l,f,h)}},t!=null&&(ur[t]=n)),n}var Yn=1,ii=2;function kn(t,e,n){let s=t.mode,o=t.series[e],i=s==2?t._data[e]:t._data,a=t.scales,l=t.bbox,f=i[0],h=s==2?i[1]:i[e],p=s==2?a[o.facets[0].scale]:a[t.series[0].scale],m=s==2?a[o.facets[1].scale]:a[o.scale],b=l.left,w=l.top,k=l.width,S=l.height,M=t.valToPosH,A=t.valToPosV;return p.ori==0?n(o,f,h,p,m,M,A,b,w,k,S,so,Qn,io,Kr,Jr):n(o,f,h,p,m,A,M,w,b,S,k,oo,Zn,vi,Yr,Qr)}function _i(t,e){let n=0,s=0,o=oe(t.bands,di);for(let i=0;i<o.length;i++){let a=o[i];a.series[0]==e?n=a.dir:a.series[1]==e&&(a.dir==1?s|=1:s|=2)}return[n,s==1?-1:s==2?1:s==3?2:0]}function Gf(t,e,n,s,o){let i=t.mode,a=t.series[e],l=i==2?a.facets[1].scale:a.scale,f=t.scales[l];return o==-1?f.min:o==1?f.max:f.distr==3?f.dir==1?f.min:f.max:0}function Vt(t,e,n,s,o,i){return kn(t,e,(a,l,f,h,p,m,b,w,k,S,M)=>{let A=a.pxRound,y=h.dir*(h.ori==0?1:-1),E=h.ori==0?Qn:Zn,x,U;y==1?(x=n,U=s):(x=s,U=n);let W=A(m(l[x],h,S,w)),G=A(b(f[x],p,M,k)),q=A(m(l[U],h,S,w)),B=A(b(i==1?p.max:p.min,p,M,k)),L=new Path2D(o);return E(L,q,B),E(L,W,B),E(L,W,G),L})}function no(t,e,n,s,o,i){let a=null;if(t.length>0){a=new Path2D;let l=e==0?io:vi,f=n;for(let m=0;m<t.length;m++){let b=t[m];if(b[1]>b[0]){let w=b[0]-f;w>0&&l(a,f,s,w,s+i),f=b[1]}}let h=n+o-f,p=10;h>0&&l(a,f,s-p/2,h,s+i+p)}return a}function Kf(t,e,n){let s=t[t.length-1];s&&s[0]==e?s[1]=n:t.push([e,n])}function yi(t,e,n,s,o,i,a){let l=[],f=t.length;for(let h=o==1?n:s;h>=n&&h<=s;h+=o)if(e[h]===null){let m=h,b=h;if(o==1)for(;++h<=s&&e[h]===null;)b=h;else for(;--h>=n&&e[h]===null;)b=h;let w=i(t[m]),k=b==m?w:i(t[b]),S=m-o;w=a<=0&&S>=0&&S<f?i(t[S]):w;let A=b+o;k=a>=0&&A>=0&&A<f?i(t[A]):k,k>=w&&l.push([w,k])}return l}function mr(t){return t==0?xr:t==1?We:e=>bn(e,t)}function Gr(t){let e=t==0?so:oo,n=t==0?(o,i,a,l,f,h)=>{o.arcTo(i,a,l,f,h)}:(o,i,a,l,f,h)=>{o.arcTo(a,i,f,l,h)},s=t==0?(o,i,a,l,f)=>{o.rect(i,a,l,f)}:(o,i,a,l,f)=>{o.rect(a,i,f,l)};return(o,i,a,l,f,h=0,p=0)=>{h==0&&p==0?s(o,i,a,l,f):(h=Pt(h,l/2,f/2),p=Pt(p,l/2,f/2),e(o,i+h,a),n(o,i+l,a,i+l,a+f,h),n(o,i+l,a+f,i,a+f,p),n(o,i,a+f,i,a,p),n(o,i,a,i+l,a,h),o.closePath())}}var so=(t,e,n)=>{t.moveTo(e,n)},oo=(t,e,n)=>{t.moveTo(n,e)},Qn=(t,e,n)=>{t.lineTo(e,n)},Zn=(t,e,n)=>{t.lineTo(n,e)},io=Gr(0),vi=Gr(1),Kr=(t,e,n,s,o,i)=>{t.arc(e,n,s,o,i)},Yr=(t,e,n,s,o,i)=>{t.arc(n,e,s,o,i)},Jr=(t,e,n,s,o,i,a)=>{t.bezierCurveTo(e,n,s,o,i,a)},Qr=(t,e,n,s,o,i,a)=>{t.bezierCurveTo(n,e,o,s,a,i)};function Zr(t){return(e,n,s,o,i)=>kn(e,n,(a,l,f,h,p,m,b,w,k,S,M)=>{let{pxRound:A,points:y}=a,E,x;h.ori==0?(E=so,x=Kr):(E=oo,x=Yr);let U=de(y.width*ae,3),W=(y.size-y.width)/2*ae,G=de(W*2,3),q=new Path2D,B=new Path2D,{left:L,top:C,width:$,height:D}=e.bbox;io(B,L-G,C-G,$+G*2,D+G*2);let Y=O=>{if(f[O]!=null){let te=A(m(l[O],h,S,w)),V=A(b(f[O],p,M,k));E(q,te+W,V),x(q,te,V,W,0,Ks*2)}};if(i)i.forEach(Y);else for(let O=s;O<=o;O++)Y(O);return{stroke:U>0?q:null,fill:q,clip:B,flags:Yn|ii}})}function Xr(t){return(e,n,s,o,i,a)=>{s!=o&&(i!=s&&a!=s&&t(e,n,s),i!=o&&a!=o&&t(e,n,o),t(e,n,a))}}var Yf=Xr(Qn),Jf=Xr(Zn);function el(t){let e=oe(t?.alignGaps,0);return(n,s,o,i)=>kn(n,s,(a,l,f,h,p,m,b,w,k,S,M)=>{[o,i]=Zs(f,o,i);let A=a.pxRound,y=D=>A(m(D,h,S,w)),E=D=>A(b(D,p,M,k)),x,U;h.ori==0?(x=Qn,U=Yf):(x=Zn,U=Jf);let W=h.dir*(h.ori==0?1:-1),G={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Yn},q=G.stroke,B=!1;if(i-o>=S*4){let D=j=>n.posToVal(j,h.key,!0),Y=null,O=null,te,V,Xe,ye=y(l[W==1?o:i]),ne=y(l[o]),fe=y(l[i]),Z=D(W==1?ne+1:fe-1);for(let j=W==1?o:i;j>=o&&j<=i;j+=W){let Le=l[j],ve=(W==1?Le<Z:Le>Z)?ye:y(Le),re=f[j];ve==ye?re!=null?(V=re,Y==null?(x(q,ve,E(V)),te=Y=O=V):V<Y?Y=V:V>O&&(O=V)):re===null&&(B=!0):(Y!=null&&U(q,ye,E(Y),E(O),E(te),E(V)),re!=null?(V=re,x(q,ve,E(V)),Y=O=te=V):(Y=O=null,re===null&&(B=!0)),ye=ve,Z=D(ye+W))}Y!=null&&Y!=O&&Xe!=ye&&U(q,ye,E(Y),E(O),E(te),E(V))}else for(let D=W==1?o:i;D>=o&&D<=i;D+=W){let Y=f[D];Y===null?B=!0:Y!=null&&x(q,y(l[D]),E(Y))}let[C,$]=_i(n,s);if(a.fill!=null||C!=0){let D=G.fill=new Path2D(q),Y=a.fillTo(n,s,a.min,a.max,C),O=E(Y),te=y(l[o]),V=y(l[i]);W==-1&&([V,te]=[te,V]),x(D,V,O),x(D,te,O)}if(!a.spanGaps){let D=[];B&&D.push(...yi(l,f,o,i,W,y,e)),G.gaps=D=a.gaps(n,s,o,i,D),G.clip=no(D,h.ori,w,k,S,M)}return $!=0&&(G.band=$==2?[Vt(n,s,o,i,q,-1),Vt(n,s,o,i,q,1)]:Vt(n,s,o,i,q,$)),G})}function Qf(t){let e=oe(t.align,1),n=oe(t.ascDesc,!1),s=oe(t.alignGaps,0),o=oe(t.extend,!1);return(i,a,l,f)=>kn(i,a,(h,p,m,b,w,k,S,M,A,y,E)=>{[l,f]=Zs(m,l,f);let x=h.pxRound,{left:U,width:W}=i.bbox,G=ne=>x(k(ne,b,y,M)),q=ne=>x(S(ne,w,E,A)),B=b.ori==0?Qn:Zn,L={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Yn},C=L.stroke,$=b.dir*(b.ori==0?1:-1),D=q(m[$==1?l:f]),Y=G(p[$==1?l:f]),O=Y,te=Y;o&&e==-1&&(te=U,B(C,te,D)),B(C,Y,D);for(let ne=$==1?l:f;ne>=l&&ne<=f;ne+=$){let fe=m[ne];if(fe==null)continue;let Z=G(p[ne]),j=q(fe);e==1?B(C,Z,D):B(C,O,j),B(C,Z,j),D=j,O=Z}let V=O;o&&e==1&&(V=U+W,B(C,V,D));let[Xe,ye]=_i(i,a);if(h.fill!=null||Xe!=0){let ne=L.fill=new Path2D(C),fe=h.fillTo(i,a,h.min,h.max,Xe),Z=q(fe);B(ne,V,Z),B(ne,te,Z)}if(!h.spanGaps){let ne=[];ne.push(...yi(p,m,l,f,$,G,s));let fe=h.width*ae/2,Z=n||e==1?fe:-fe,j=n||e==-1?-fe:fe;ne.forEach(Le=>{Le[0]+=Z,Le[1]+=j}),L.gaps=ne=h.gaps(i,a,l,f,ne),L.clip=no(ne,b.ori,M,A,y,E)}return ye!=0&&(L.band=ye==2?[Vt(i,a,l,f,C,-1),Vt(i,a,l,f,C,1)]:Vt(i,a,l,f,C,ye)),L})}function dr(t,e,n,s,o,i,a=me){if(t.length>1){let l=null;for(let f=0,h=1/0;f<t.length;f++)if(e[f]!==void 0){if(l!=null){let p=Be(t[f]-t[l]);p<h&&(h=p,a=Be(n(t[f],s,o,i)-n(t[l],s,o,i)))}l=f}}return a}function Zf(t){t=t||bs;let e=oe(t.size,[.6,me,1]),n=t.align||0,s=t.gap||0,o=t.radius;o=o==null?[0,0]:typeof o=="number"?[o,0]:o;let i=ee(o),a=1-e[0],l=oe(e[1],me),f=oe(e[2],1),h=oe(t.disp,bs),p=oe(t.each,w=>{}),{fill:m,stroke:b}=h;return(w,k,S,M)=>kn(w,k,(A,y,E,x,U,W,G,q,B,L,C)=>{let $=A.pxRound,D=n,Y=s*ae,O=l*ae,te=f*ae,V,Xe;x.ori==0?[V,Xe]=i(w,k):[Xe,V]=i(w,k);let ye=x.dir*(x.ori==0?1:-1),ne=x.ori==0?io:vi,fe=x.ori==0?p:(R,pe,ze,Tn,rn,Lt,ln)=>{p(R,pe,ze,rn,Tn,ln,Lt)},Z=oe(w.bands,di).find(R=>R.series[0]==k),j=Z!=null?Z.dir:0,Le=A.fillTo(w,k,A.min,A.max,j),Ge=$(G(Le,U,C,B)),ve,re,yt,nt=L,xe=$(A.width*ae),Et=!1,$t=null,ut=null,qt=null,xn=null;m!=null&&(xe==0||b!=null)&&(Et=!0,$t=m.values(w,k,S,M),ut=new Map,new Set($t).forEach(R=>{R!=null&&ut.set(R,new Path2D)}),xe>0&&(qt=b.values(w,k,S,M),xn=new Map,new Set(qt).forEach(R=>{R!=null&&xn.set(R,new Path2D)})));let{x0:Sn,size:Xn}=h;if(Sn!=null&&Xn!=null){D=1,y=Sn.values(w,k,S,M),Sn.unit==2&&(y=y.map(ze=>w.posToVal(q+ze*L,x.key,!0)));let R=Xn.values(w,k,S,M);Xn.unit==2?re=R[0]*L:re=W(R[0],x,L,q)-W(0,x,L,q),nt=dr(y,E,W,x,L,q,nt),yt=nt-re+Y}else nt=dr(y,E,W,x,L,q,nt),yt=nt*a+Y,re=nt-yt;yt<1&&(yt=0),xe>=re/2&&(xe=0),yt<5&&($=xr);let xs=yt>0,on=nt-yt-(xs?xe:0);re=$(ni(on,te,O)),ve=(D==0?re/2:D==ye?0:re)-D*ye*((D==0?Y/2:0)+(xs?xe/2:0));let Ke={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},An=Et?null:new Path2D,Ot=null;if(Z!=null)Ot=w.data[Z.series[1]];else{let{y0:R,y1:pe}=h;R!=null&&pe!=null&&(E=pe.values(w,k,S,M),Ot=R.values(w,k,S,M))}let an=V*re,Q=Xe*re;for(let R=ye==1?S:M;R>=S&&R<=M;R+=ye){let pe=E[R];if(pe==null)continue;if(Ot!=null){let et=Ot[R]??0;if(pe-et==0)continue;Ge=G(et,U,C,B)}let ze=x.distr!=2||h!=null?y[R]:R,Tn=W(ze,x,L,q),rn=G(oe(pe,Le),U,C,B),Lt=$(Tn-ve),ln=$(Ze(rn,Ge)),st=$(Pt(rn,Ge)),mt=ln-st;if(pe!=null){let et=pe<0?Q:an,vt=pe<0?an:Q;Et?(xe>0&&qt[R]!=null&&ne(xn.get(qt[R]),Lt,st+ft(xe/2),re,Ze(0,mt-xe),et,vt),$t[R]!=null&&ne(ut.get($t[R]),Lt,st+ft(xe/2),re,Ze(0,mt-xe),et,vt)):ne(An,Lt,st+ft(xe/2),re,Ze(0,mt-xe),et,vt),fe(w,k,R,Lt-xe/2,st,re+xe,mt)}}return xe>0?Ke.stroke=Et?xn:An:Et||(Ke._fill=A.width==0?A._fill:A._stroke??A._fill,Ke.width=0),Ke.fill=Et?ut:An,Ke})}function Xf(t,e){let n=oe(e?.alignGaps,0);return(s,o,i,a)=>kn(s,o,(l,f,h,p,m,b,w,k,S,M,A)=>{[i,a]=Zs(h,i,a);let y=l.pxRound,E=V=>y(b(V,p,M,k)),x=V=>y(w(V,m,A,S)),U,W,G;p.ori==0?(U=so,G=Qn,W=Jr):(U=oo,G=Zn,W=Qr);let q=p.dir*(p.ori==0?1:-1),B=E(f[q==1?i:a]),L=B,C=[],$=[];for(let V=q==1?i:a;V>=i&&V<=a;V+=q)if(h[V]!=null){let ye=f[V],ne=E(ye);C.push(L=ne),$.push(x(h[V]))}let D={stroke:t(C,$,U,G,W,y),fill:null,clip:null,band:null,gaps:null,flags:Yn},Y=D.stroke,[O,te]=_i(s,o);if(l.fill!=null||O!=0){let V=D.fill=new Path2D(Y),Xe=l.fillTo(s,o,l.min,l.max,O),ye=x(Xe);G(V,L,ye),G(V,B,ye)}if(!l.spanGaps){let V=[];V.push(...yi(f,h,i,a,q,E,n)),D.gaps=V=l.gaps(s,o,i,a,V),D.clip=no(V,p.ori,k,S,M,A)}return te!=0&&(D.band=te==2?[Vt(s,o,i,a,Y,-1),Vt(s,o,i,a,Y,1)]:Vt(s,o,i,a,Y,te)),D})}function eh(t){return Xf(th,t)}function th(t,e,n,s,o,i){let a=t.length;if(a<2)return null;let l=new Path2D;if(n(l,t[0],e[0]),a==2)s(l,t[1],e[1]);else{let f=Array(a),h=Array(a-1),p=Array(a-1),m=Array(a-1);for(let b=0;b<a-1;b++)p[b]=e[b+1]-e[b],m[b]=t[b+1]-t[b],h[b]=p[b]/m[b];f[0]=h[0];for(let b=1;b<a-1;b++)h[b]===0||h[b-1]===0||h[b-1]>0!=h[b]>0?f[b]=0:(f[b]=3*(m[b-1]+m[b])/((2*m[b]+m[b-1])/h[b-1]+(m[b]+2*m[b-1])/h[b]),isFinite(f[b])||(f[b]=0));f[a-1]=h[a-2];for(let b=0;b<a-1;b++)o(l,t[b]+m[b]/3,e[b]+f[b]*m[b]/3,t[b+1]-m[b]/3,e[b+1]-f[b+1]*m[b]/3,t[b+1],e[b+1])}return l}var ai=new Set;function pr(){for(let t of ai)t.syncRect(!0)}Jn&&(yn(Wc,qn,pr),yn(Bc,qn,pr,!0),yn(Ys,qn,()=>{Ve.pxRatio=ae}));var nh=el(),sh=Zr();function gr(t,e,n,s){return(s?[t[0],t[1]].concat(t.slice(2)):[t[0]].concat(t.slice(1))).map((i,a)=>ri(i,a,e,n))}function oh(t,e){return t.map((n,s)=>s==0?{}:Ee({},e,n))}function ri(t,e,n,s){return Ee({},e==0?n:s,t)}function tl(t,e,n){return e==null?Gn:[e,n]}var ih=tl;function ah(t,e,n){return e==null?Gn:Js(e,n,ui,!0)}function nl(t,e,n,s){return e==null?Gn:Xs(e,n,t.scales[s].log,!1)}var rh=nl;function sl(t,e,n,s){return e==null?Gn:hi(e,n,t.scales[s].log,!1)}var lh=sl;function ch(t,e,n,s,o){let i=Ze(Ka(t),Ka(e)),a=e-t,l=Ct(o/s*a,n);do{let f=n[l],h=s*f/a;if(h>=o&&i+(f<5?tn.get(f):0)<=17)return[f,h]}while(++l<n.length);return[0,0]}function br(t){let e,n;return t=t.replace(/(\d+)px/,(s,o)=>(e=We((n=+o)*ae))+"px"),[t,e,n]}function fh(t){t.show&&[t.font,t.labelFont].forEach(e=>{let n=de(e[2]*ae,1);e[0]=e[0].replace(/[0-9.]+px/,n+"px"),e[1]=n})}function Ve(t,e,n){let s={mode:oe(t.mode,1)},o=s.mode;function i(r,c,u,d){let _=c.valToPct(r);return d+u*(c.dir==-1?1-_:_)}function a(r,c,u,d){let _=c.valToPct(r);return d+u*(c.dir==-1?_:1-_)}function l(r,c,u,d){return c.ori==0?i(r,c,u,d):a(r,c,u,d)}s.valToPosH=i,s.valToPosV=a;let f=!1;s.status=0;let h=s.root=wt(gc);if(t.id!=null&&(h.id=t.id),ct(h,t.class),t.title){let r=wt(_c,h);r.textContent=t.title}let p=Mt("canvas"),m=s.ctx=p.getContext("2d"),b=wt(yc,h);yn("click",b,r=>{r.target===k&&(ge!=Fn||ke!=Rn)&&Ie.click(s,r)},!0);let w=s.under=wt(vc,b);b.appendChild(p);let k=s.over=wt(kc,b);t=Kn(t);let S=+oe(t.pxAlign,1),M=mr(S);(t.plugins||[]).forEach(r=>{r.opts&&(t=r.opts(s,t)||t)});let A=t.ms||.001,y=s.series=o==1?gr(t.series||[],ar,hr,!1):oh(t.series||[null],fr),E=s.axes=gr(t.axes||[],ir,lr,!0),x=s.scales={},U=s.bands=t.bands||[];U.forEach(r=>{r.fill=ee(r.fill||null),r.dir=oe(r.dir,-1)});let W=o==2?y[1].facets[0].scale:y[0].scale,G={axes:Rl,series:Dl},q=(t.drawOrder||["axes","series"]).map(r=>G[r]);function B(r){let c=r.distr==3?u=>It(u>0?u:r.clamp(s,u,r.min,r.max,r.key)):r.distr==4?u=>Ko(u,r.asinh):r.distr==100?u=>r.fwd(u):u=>u;return u=>{let d=c(u),{_min:_,_max:v}=r,T=v-_;return(d-_)/T}}function L(r){let c=x[r];if(c==null){let u=(t.scales||bs)[r]||bs;if(u.from!=null){L(u.from);let d=Ee({},x[u.from],u,{key:r});d.valToPct=B(d),x[r]=d}else{c=x[r]=Ee({},r==W?qr:Uf,u),c.key=r;let d=c.time,_=c.range,v=en(_);if((r!=W||o==2&&!d)&&(v&&(_[0]==null||_[1]==null)&&(_={min:_[0]==null?qa:{mode:1,hard:_[0],soft:_[0]},max:_[1]==null?qa:{mode:1,hard:_[1],soft:_[1]}},v=!1),!v&&to(_))){let T=_;_=(P,z,H)=>z==null?Gn:Js(z,H,T)}c.range=ee(_||(d?ih:r==W?c.distr==3?rh:c.distr==4?lh:tl:c.distr==3?nl:c.distr==4?sl:ah)),c.auto=ee(v?!1:c.auto),c.clamp=ee(c.clamp||qf),c._min=c._max=null,c.valToPct=B(c)}}}L("x"),L("y"),o==1&&y.forEach(r=>{L(r.scale)}),E.forEach(r=>{L(r.scale)});for(let r in t.scales)L(r);let C=x[W],$=C.distr,D,Y;C.ori==0?(ct(h,bc),D=i,Y=a):(ct(h,wc),D=a,Y=i);let O={};for(let r in x){let c=x[r];(c.min!=null||c.max!=null)&&(O[r]={min:c.min,max:c.max},c.min=c.max=null)}let te=t.tzDate||(r=>new Date(We(r/A))),V=t.fmtDate||pi,Xe=A==1?wf(te):vf(te),ye=nr(te,tr(A==1?bf:yf,V)),ne=or(te,sr(xf,V)),fe=[],Z=s.legend=Ee({},Tf,t.legend),j=s.cursor=Ee({},zf,{drag:{y:o==2}},t.cursor),Le=Z.show,Ge=j.show,ve=Z.markers;Z.idxs=fe,ve.width=ee(ve.width),ve.dash=ee(ve.dash),ve.stroke=ee(ve.stroke),ve.fill=ee(ve.fill);let re,yt,nt,xe=[],Et=[],$t,ut=!1,qt={};if(Z.live){let r=y[1]?y[1].values:null;ut=r!=null,$t=ut?r(s,1,0):{_:0};for(let c in $t)qt[c]=ci}if(Le)if(re=Mt("table",Cc,h),nt=Mt("tbody",null,re),Z.mount(s,re),ut){yt=Mt("thead",null,re,nt);let r=Mt("tr",null,yt);Mt("th",null,r);for(var xn in $t)Mt("th",za,r).textContent=xn}else ct(re,Ec),Z.live&&ct(re,Pc);let Sn={show:!0},Xn={show:!1};function xs(r,c){if(c==0&&(ut||!Z.live||o==2))return Gn;let u=[],d=Mt("tr",Lc,nt,nt.childNodes[c]);ct(d,r.class),r.show||ct(d,_n);let _=Mt("th",null,d);if(ve.show){let P=wt(zc,_);if(c>0){let z=ve.width(s,c);z&&(P.style.border=z+"px "+ve.dash(s,c)+" "+ve.stroke(s,c)),P.style.background=ve.fill(s,c)}}let v=wt(za,_);r.label instanceof HTMLElement?v.appendChild(r.label):v.textContent=r.label,c>0&&(ve.show||(v.style.color=r.width>0?ve.stroke(s,c):ve.fill(s,c)),Ke("click",_,P=>{if(j._lock)return;fn(P);let z=y.indexOf(r);if((P.ctrlKey||P.metaKey)!=Z.isolate){let H=y.some((F,N)=>N>0&&N!=z&&F.show);y.forEach((F,N)=>{N>0&&Dt(N,H?N==z?Sn:Xn:Sn,!0,Ce.setSeries)})}else Dt(z,{show:!r.show},!0,Ce.setSeries)},!1),Cn&&Ke(Ha,_,P=>{j._lock||(fn(P),Dt(y.indexOf(r),$n,!0,Ce.setSeries))},!1));for(var T in $t){let P=Mt("td",Dc,d);P.textContent="--",u.push(P)}return[d,u]}let on=new Map;function Ke(r,c,u,d=!0){let _=on.get(c)||{},v=j.bind[r](s,c,u,d);v&&(yn(r,c,_[r]=v),on.set(c,_))}function An(r,c,u){let d=on.get(c)||{};for(let _ in d)(r==null||_==r)&&(ti(_,c,d[_]),delete d[_]);r==null&&on.delete(c)}let Ot=0,an=0,Q=0,R=0,pe=0,ze=0,Tn=pe,rn=ze,Lt=Q,ln=R,st=0,mt=0,et=0,vt=0;s.bbox={};let lo=!1,Ss=!1,Mn=!1,cn=!1,As=!1,dt=!1;function co(r,c,u){(u||r!=s.width||c!=s.height)&&Mi(r,c),Dn(!1),Mn=!0,Ss=!0,Wn()}function Mi(r,c){s.width=Ot=Q=r,s.height=an=R=c,pe=ze=0,Tl(),Ml();let u=s.bbox;st=u.left=bn(pe*ae,.5),mt=u.top=bn(ze*ae,.5),et=u.width=bn(Q*ae,.5),vt=u.height=bn(R*ae,.5)}let xl=3;function Sl(){let r=!1,c=0;for(;!r;){c++;let u=Hl(c),d=Fl(c);r=c==xl||u&&d,r||(Mi(s.width,s.height),Ss=!0)}}function Al({width:r,height:c}){co(r,c)}s.setSize=Al;function Tl(){let r=!1,c=!1,u=!1,d=!1;E.forEach((_,v)=>{if(_.show&&_._show){let{side:T,_size:P}=_,z=T%2,H=_.label!=null?_.labelSize:0,F=P+H;F>0&&(z?(Q-=F,T==3?(pe+=F,d=!0):u=!0):(R-=F,T==0?(ze+=F,r=!0):c=!0))}}),hn[0]=r,hn[1]=u,hn[2]=c,hn[3]=d,Q-=Ut[1]+Ut[3],pe+=Ut[3],R-=Ut[2]+Ut[0],ze+=Ut[0]}function Ml(){let r=pe+Q,c=ze+R,u=pe,d=ze;function _(v,T){switch(v){case 1:return r+=T,r-T;case 2:return c+=T,c-T;case 3:return u-=T,u+T;case 0:return d-=T,d+T}}E.forEach((v,T)=>{if(v.show&&v._show){let P=v.side;v._pos=_(P,v._size),v.label!=null&&(v._lpos=_(P,v.labelSize))}})}if(j.dataIdx==null){let r=j.hover,c=r.skip=new Set(r.skip??[]);c.add(void 0);let u=r.prox=ee(r.prox),d=r.bias??=0;j.dataIdx=(_,v,T,P)=>{if(v==0)return T;let z=T,H=u(_,v,T,P)??me,F=H>=0&&H<me,N=C.ori==0?Q:R,J=j.left,ie=e[0],se=e[v];if(c.has(se[T])){z=null;let X=null,K=null,I;if(d==0||d==-1)for(I=T;X==null&&I-- >0;)c.has(se[I])||(X=I);if(d==0||d==1)for(I=T;K==null&&I++<se.length;)c.has(se[I])||(K=I);if(X!=null||K!=null)if(F){let we=X==null?-1/0:D(ie[X],C,N,0),Se=K==null?1/0:D(ie[K],C,N,0),Oe=J-we,he=Se-J;Oe<=he?Oe<=H&&(z=X):he<=H&&(z=K)}else z=K==null?X:X==null?K:T-X<=K-T?X:K}else F&&Be(J-D(ie[T],C,N,0))>H&&(z=null);return z}}let fn=r=>{j.event=r};j.idxs=fe,j._lock=!1;let qe=j.points;qe.show=ee(qe.show),qe.size=ee(qe.size),qe.stroke=ee(qe.stroke),qe.width=ee(qe.width),qe.fill=ee(qe.fill);let zt=s.focus=Ee({},t.focus||{alpha:.3},j.focus),Cn=zt.prox>=0,Pn=Cn&&qe.one,pt=[],En=[],Ln=[];function Ci(r,c){let u=qe.show(s,c);if(u instanceof HTMLElement)return ct(u,Mc),ct(u,r.class),Nt(u,-10,-10,Q,R),k.insertBefore(u,pt[c]),u}function Pi(r,c){if(o==1||c>0){let u=o==1&&x[r.scale].time,d=r.value;r.value=u?Qa(d)?or(te,sr(d,V)):d||ne:d||jf,r.label=r.label||(u?Wf:Df)}if(Pn||c>0){r.width=r.width==null?1:r.width,r.paths=r.paths||nh||qc,r.fillTo=ee(r.fillTo||Gf),r.pxAlign=+oe(r.pxAlign,S),r.pxRound=mr(r.pxAlign),r.stroke=ee(r.stroke||null),r.fill=ee(r.fill||null),r._stroke=r._fill=r._paths=r._focus=null;let u=If(Ze(1,r.width),1),d=r.points=Ee({},{size:u,width:Ze(1,u*.2),stroke:r.stroke,space:u*2,paths:sh,_stroke:null,_fill:null},r.points);d.show=ee(d.show),d.filter=ee(d.filter),d.fill=ee(d.fill),d.stroke=ee(d.stroke),d.paths=ee(d.paths),d.pxAlign=r.pxAlign}if(Le){let u=xs(r,c);xe.splice(c,0,u[0]),Et.splice(c,0,u[1]),Z.values.push(null)}if(Ge){fe.splice(c,0,null);let u=null;Pn?c==0&&(u=Ci(r,c)):c>0&&(u=Ci(r,c)),pt.splice(c,0,u),En.splice(c,0,0),Ln.splice(c,0,0)}$e("addSeries",c)}function Cl(r,c){c=c??y.length,r=o==1?ri(r,c,ar,hr):ri(r,c,{},fr),y.splice(c,0,r),Pi(y[c],c)}s.addSeries=Cl;function Pl(r){if(y.splice(r,1),Le){Z.values.splice(r,1),Et.splice(r,1);let c=xe.splice(r,1)[0];An(null,c.firstChild),c.remove()}Ge&&(fe.splice(r,1),pt.splice(r,1)[0].remove(),En.splice(r,1),Ln.splice(r,1)),$e("delSeries",r)}s.delSeries=Pl;let hn=[!1,!1,!1,!1];function El(r,c){if(r._show=r.show,r.show){let u=r.side%2,d=x[r.scale];d==null&&(r.scale=u?y[1].scale:W,d=x[r.scale]);let _=d.time;r.size=ee(r.size),r.space=ee(r.space),r.rotate=ee(r.rotate),en(r.incrs)&&r.incrs.forEach(T=>{!tn.has(T)&&tn.set(T,Tr(T))}),r.incrs=ee(r.incrs||(d.distr==2?df:_?A==1?gf:_f:wn)),r.splits=ee(r.splits||(_&&d.distr==1?Xe:d.distr==3?si:d.distr==4?Ff:Hf)),r.stroke=ee(r.stroke),r.grid.stroke=ee(r.grid.stroke),r.ticks.stroke=ee(r.ticks.stroke),r.border.stroke=ee(r.border.stroke);let v=r.values;r.values=en(v)&&!en(v[0])?ee(v):_?en(v)?nr(te,tr(v,V)):Qa(v)?kf(te,v):v||ye:v||Bf,r.filter=ee(r.filter||(d.distr>=3&&d.log==10?$f:d.distr==3&&d.log==2?Of:Sr)),r.font=br(r.font),r.labelFont=br(r.labelFont),r._size=r.size(s,null,c,0),r._space=r._rotate=r._incrs=r._found=r._splits=r._values=null,r._size>0&&(hn[c]=!0,r._el=wt(xc,b))}}function es(r,c,u,d){let[_,v,T,P]=u,z=c%2,H=0;return z==0&&(P||v)&&(H=c==0&&!_||c==2&&!T?We(ir.size/3):0),z==1&&(_||T)&&(H=c==1&&!v||c==3&&!P?We(lr.size/2):0),H}let Ei=s.padding=(t.padding||[es,es,es,es]).map(r=>ee(oe(r,es))),Ut=s._padding=Ei.map((r,c)=>r(s,c,hn,0)),je,He=null,Fe=null,Ts=o==1?y[0].idxs:null,kt=null,ts=!1;function Li(r,c){if(e=r??[],s.data=s._data=e,o==2){je=0;for(let u=1;u<y.length;u++)je+=e[u][0].length}else{e.length==0&&(s.data=s._data=e=[[]]),kt=e[0],je=kt.length;let u=e;if($==2){u=e.slice();let d=u[0]=Array(je);for(let _=0;_<je;_++)d[_]=_}s._data=e=u}if(Dn(!0),$e("setData"),$==2&&(Mn=!0),c!==!1){let u=C;u.auto(s,ts)?fo():Kt(W,u.min,u.max),cn=cn||j.left>=0,dt=!0,Wn()}}s.setData=Li;function fo(){ts=!0;let r,c;o==1&&(je>0?(He=Ts[0]=0,Fe=Ts[1]=je-1,r=e[0][He],c=e[0][Fe],$==2?(r=He,c=Fe):r==c&&($==3?[r,c]=Xs(r,r,C.log,!1):$==4?[r,c]=hi(r,r,C.log,!1):C.time?c=r+We(86400/A):[r,c]=Js(r,c,ui,!0))):(He=Ts[0]=r=null,Fe=Ts[1]=c=null)),Kt(W,r,c)}let Ms,zn,ho,uo,mo,po,go,bo,wo,tt;function zi(r,c,u,d,_,v){r??=Wa,u??=di,d??="butt",_??=Wa,v??="round",r!=Ms&&(m.strokeStyle=Ms=r),_!=zn&&(m.fillStyle=zn=_),c!=ho&&(m.lineWidth=ho=c),v!=mo&&(m.lineJoin=mo=v),d!=po&&(m.lineCap=po=d),u!=uo&&m.setLineDash(uo=u)}function Di(r,c,u,d){c!=zn&&(m.fillStyle=zn=c),r!=go&&(m.font=go=r),u!=bo&&(m.textAlign=bo=u),d!=wo&&(m.textBaseline=wo=d)}function _o(r,c,u,d,_=0){if(d.length>0&&r.auto(s,ts)&&(c==null||c.min==null)){let v=oe(He,0),T=oe(Fe,d.length-1),P=u.min==null?Nc(d,v,T,_,r.distr==3):[u.min,u.max];r.min=Pt(r.min,u.min=P[0]),r.max=Ze(r.max,u.max=P[1])}}let Wi={min:null,max:null};function Ll(){for(let d in x){let _=x[d];O[d]==null&&(_.min==null||O[W]!=null&&_.auto(s,ts))&&(O[d]=Wi)}for(let d in x){let _=x[d];O[d]==null&&_.from!=null&&O[_.from]!=null&&(O[d]=Wi)}O[W]!=null&&Dn(!0);let r={};for(let d in O){let _=O[d];if(_!=null){let v=r[d]=Kn(x[d],Kc);if(_.min!=null)Ee(v,_);else if(d!=W||o==2)if(je==0&&v.from==null){let T=v.range(s,null,null,d);v.min=T[0],v.max=T[1]}else v.min=me,v.max=-me}}if(je>0){y.forEach((d,_)=>{if(o==1){let v=d.scale,T=O[v];if(T==null)return;let P=r[v];if(_==0){let z=P.range(s,P.min,P.max,v);P.min=z[0],P.max=z[1],He=Ct(P.min,e[0]),Fe=Ct(P.max,e[0]),Fe-He>1&&(e[0][He]<P.min&&He++,e[0][Fe]>P.max&&Fe--),d.min=kt[He],d.max=kt[Fe]}else d.show&&d.auto&&_o(P,T,d,e[_],d.sorted);d.idxs[0]=He,d.idxs[1]=Fe}else if(_>0&&d.show&&d.auto){let[v,T]=d.facets,P=v.scale,z=T.scale,[H,F]=e[_],N=r[P],J=r[z];N!=null&&_o(N,O[P],v,H,v.sorted),J!=null&&_o(J,O[z],T,F,T.sorted),d.min=T.min,d.max=T.max}});for(let d in r){let _=r[d],v=O[d];if(_.from==null&&(v==null||v.min==null)){let T=_.range(s,_.min==me?null:_.min,_.max==-me?null:_.max,d);_.min=T[0],_.max=T[1]}}}for(let d in r){let _=r[d];if(_.from!=null){let v=r[_.from];if(v.min==null)_.min=_.max=null;else{let T=_.range(s,v.min,v.max,d);_.min=T[0],_.max=T[1]}}}let c={},u=!1;for(let d in r){let _=r[d],v=x[d];if(v.min!=_.min||v.max!=_.max){v.min=_.min,v.max=_.max;let T=v.distr;v._min=T==3?It(v.min):T==4?Ko(v.min,v.asinh):T==100?v.fwd(v.min):v.min,v._max=T==3?It(v.max):T==4?Ko(v.max,v.asinh):T==100?v.fwd(v.max):v.max,c[d]=u=!0}}if(u){y.forEach((d,_)=>{o==2?_>0&&c.y&&(d._paths=null):c[d.scale]&&(d._paths=null)});for(let d in c)Mn=!0,$e("setScale",d);Ge&&j.left>=0&&(cn=dt=!0)}for(let d in O)O[d]=null}function zl(r){let c=ni(He-1,0,je-1),u=ni(Fe+1,0,je-1);for(;r[c]==null&&c>0;)c--;for(;r[u]==null&&u<je-1;)u++;return[c,u]}function Dl(){if(je>0){let r=y.some(c=>c._focus)&&tt!=zt.alpha;r&&(m.globalAlpha=tt=zt.alpha),y.forEach((c,u)=>{if(u>0&&c.show&&(Bi(u,!1),Bi(u,!0),c._paths==null)){let d=tt;tt!=c.alpha&&(m.globalAlpha=tt=c.alpha);let _=o==2?[0,e[u][0].length-1]:zl(e[u]);c._paths=c.paths(s,u,_[0],_[1]),tt!=d&&(m.globalAlpha=tt=d)}}),y.forEach((c,u)=>{if(u>0&&c.show){let d=tt;tt!=c.alpha&&(m.globalAlpha=tt=c.alpha),c._paths!=null&&Hi(u,!1);{let _=c._paths!=null?c._paths.gaps:null,v=c.points.show(s,u,He,Fe,_),T=c.points.filter(s,u,v,_);(v||T)&&(c.points._paths=c.points.paths(s,u,He,Fe,T),Hi(u,!0))}tt!=d&&(m.globalAlpha=tt=d),$e("drawSeries",u)}}),r&&(m.globalAlpha=tt=1)}}function Bi(r,c){let u=c?y[r].points:y[r];u._stroke=u.stroke(s,r),u._fill=u.fill(s,r)}function Hi(r,c){let u=c?y[r].points:y[r],{stroke:d,fill:_,clip:v,flags:T,_stroke:P=u._stroke,_fill:z=u._fill,_width:H=u.width}=u._paths;H=de(H*ae,3);let F=null,N=H%2/2;c&&z==null&&(z=H>0?"#fff":P);let J=u.pxAlign==1&&N>0;if(J&&m.translate(N,N),!c){let ie=st-H/2,se=mt-H/2,X=et+H,K=vt+H;F=new Path2D,F.rect(ie,se,X,K)}c?yo(P,H,u.dash,u.cap,z,d,_,T,v):Wl(r,P,H,u.dash,u.cap,z,d,_,T,F,v),J&&m.translate(-N,-N)}function Wl(r,c,u,d,_,v,T,P,z,H,F){let N=!1;z!=0&&U.forEach((J,ie)=>{if(J.series[0]==r){let se=y[J.series[1]],X=e[J.series[1]],K=(se._paths||bs).band;en(K)&&(K=J.dir==1?K[0]:K[1]);let I,we=null;se.show&&K&&Oc(X,He,Fe)?(we=J.fill(s,ie)||v,I=se._paths.clip):K=null,yo(c,u,d,_,we,T,P,z,H,F,I,K),N=!0}}),N||yo(c,u,d,_,v,T,P,z,H,F)}let Fi=Yn|ii;function yo(r,c,u,d,_,v,T,P,z,H,F,N){zi(r,c,u,d,_),(z||H||N)&&(m.save(),z&&m.clip(z),H&&m.clip(H)),N?(P&Fi)==Fi?(m.clip(N),F&&m.clip(F),Ps(_,T),Cs(r,v,c)):P&ii?(Ps(_,T),m.clip(N),Cs(r,v,c)):P&Yn&&(m.save(),m.clip(N),F&&m.clip(F),Ps(_,T),m.restore(),Cs(r,v,c)):(Ps(_,T),Cs(r,v,c)),(z||H||N)&&m.restore()}function Cs(r,c,u){u>0&&(c instanceof Map?c.forEach((d,_)=>{m.strokeStyle=Ms=_,m.stroke(d)}):c!=null&&r&&m.stroke(c))}function Ps(r,c){c instanceof Map?c.forEach((u,d)=>{m.fillStyle=zn=d,m.fill(u)}):c!=null&&r&&m.fill(c)}function Bl(r,c,u,d){let _=E[r],v;if(d<=0)v=[0,0];else{let T=_._space=_.space(s,r,c,u,d),P=_._incrs=_.incrs(s,r,c,u,d,T);v=ch(c,u,P,d,T)}return _._found=v}function vo(r,c,u,d,_,v,T,P,z,H){let F=T%2/2;S==1&&m.translate(F,F),zi(P,T,z,H,P),m.beginPath();let N,J,ie,se,X=_+(d==0||d==3?-v:v);u==0?(J=_,se=X):(N=_,ie=X);for(let K=0;K<r.length;K++)c[K]!=null&&(u==0?N=ie=r[K]:J=se=r[K],m.moveTo(N,J),m.lineTo(ie,se));m.stroke(),S==1&&m.translate(-F,-F)}function Hl(r){let c=!0;return E.forEach((u,d)=>{if(!u.show)return;let _=x[u.scale];if(_.min==null){u._show&&(c=!1,u._show=!1,Dn(!1));return}else u._show||(c=!1,u._show=!0,Dn(!1));let v=u.side,T=v%2,{min:P,max:z}=_,[H,F]=Bl(d,P,z,T==0?Q:R);if(F==0)return;let N=_.distr==2,J=u._splits=u.splits(s,d,P,z,H,F,N),ie=_.distr==2?J.map(I=>kt[I]):J,se=_.distr==2?kt[J[1]]-kt[J[0]]:H,X=u._values=u.values(s,u.filter(s,ie,d,F,se),d,F,se);u._rotate=v==2?u.rotate(s,X,d,F):0;let K=u._size;u._size=_t(u.size(s,X,d,r)),K!=null&&u._size!=K&&(c=!1)}),c}function Fl(r){let c=!0;return Ei.forEach((u,d)=>{let _=u(s,d,hn,r);_!=Ut[d]&&(c=!1),Ut[d]=_}),c}function Rl(){for(let r=0;r<E.length;r++){let c=E[r];if(!c.show||!c._show)continue;let u=c.side,d=u%2,_,v,T=c.stroke(s,r),P=u==0||u==3?-1:1,[z,H]=c._found;if(c.label!=null){let Je=c.labelGap*P,at=We((c._lpos+Je)*ae);Di(c.labelFont[0],T,"center",u==2?"top":Da),m.save(),d==1?(_=v=0,m.translate(at,We(mt+vt/2)),m.rotate((u==3?-Ks:Ks)/2)):(_=We(st+et/2),v=at);let dn=kr(c.label)?c.label(s,r,z,H):c.label;m.fillText(dn,_,v),m.restore()}if(H==0)continue;let F=x[c.scale],N=d==0?et:vt,J=d==0?st:mt,ie=c._splits,se=F.distr==2?ie.map(Je=>kt[Je]):ie,X=F.distr==2?kt[ie[1]]-kt[ie[0]]:z,K=c.ticks,I=c.border,we=K.show?K.size:0,Se=We(we*ae),Oe=We((c.alignTo==2?c._size-we-c.gap:c.gap)*ae),he=c._rotate*-Ks/180,Ae=M(c._pos*ae),ot=(Se+Oe)*P,Ye=Ae+ot;v=d==0?Ye:0,_=d==1?Ye:0;let gt=c.font[0],xt=c.align==1?In:c.align==2?qo:he>0?In:he<0?qo:d==0?"center":u==3?qo:In,Bt=he||d==1?"middle":u==2?"top":Da;Di(gt,T,xt,Bt);let it=c.font[1]*c.lineGap,bt=ie.map(Je=>M(l(Je,F,N,J))),St=c._values;for(let Je=0;Je<St.length;Je++){let at=St[Je];if(at!=null){d==0?_=bt[Je]:v=bt[Je],at=""+at;let dn=at.indexOf(`
`)==-1?[at]:at.split(/\n/gm);for(let Qe=0;Qe<dn.length;Qe++){let na=dn[Qe];he?(m.save(),m.translate(_,v+Qe*it),m.rotate(he),m.fillText(na,0,0),m.restore()):m.fillText(na,_,v+Qe*it)}}}K.show&&vo(bt,K.filter(s,se,r,H,X),d,u,Ae,Se,de(K.width*ae,3),K.stroke(s,r),K.dash,K.cap);let Ht=c.grid;Ht.show&&vo(bt,Ht.filter(s,se,r,H,X),d,d==0?2:1,d==0?mt:st,d==0?vt:et,de(Ht.width*ae,3),Ht.stroke(s,r),Ht.dash,Ht.cap),I.show&&vo([Ae],[1],d==0?1:0,d==0?1:2,d==1?mt:st,d==1?vt:et,de(I.width*ae,3),I.stroke(s,r),I.dash,I.cap)}$e("drawAxes")}function Dn(r){y.forEach((c,u)=>{u>0&&(c._paths=null,r&&(o==1?(c.min=null,c.max=null):c.facets.forEach(d=>{d.min=null,d.max=null})))})}let Es=!1,ko=!1,ns=[];function Nl(){ko=!1;for(let r=0;r<ns.length;r++)$e(...ns[r]);ns.length=0}function Wn(){Es||(tf(Ri),Es=!0)}function $l(r,c=!1){Es=!0,ko=c,r(s),Ri(),c&&ns.length>0&&queueMicrotask(Nl)}s.batch=$l;function Ri(){if(lo&&(Ll(),lo=!1),Mn&&(Sl(),Mn=!1),Ss){if(_e(w,In,pe),_e(w,"top",ze),_e(w,ms,Q),_e(w,ds,R),_e(k,In,pe),_e(k,"top",ze),_e(k,ms,Q),_e(k,ds,R),_e(b,ms,Ot),_e(b,ds,an),p.width=We(Ot*ae),p.height=We(an*ae),E.forEach(({_el:r,_show:c,_size:u,_pos:d,side:_})=>{if(r!=null)if(c){let v=_===3||_===0?u:0,T=_%2==1;_e(r,T?"left":"top",d-v),_e(r,T?"width":"height",u),_e(r,T?"top":"left",T?ze:pe),_e(r,T?"height":"width",T?R:Q),ei(r,_n)}else ct(r,_n)}),Ms=zn=ho=mo=po=go=bo=wo=uo=null,tt=1,is(!0),pe!=Tn||ze!=rn||Q!=Lt||R!=ln){Dn(!1);let r=Q/Lt,c=R/ln;if(Ge&&!cn&&j.left>=0){j.left*=r,j.top*=c,Bn&&Nt(Bn,We(j.left),0,Q,R),Hn&&Nt(Hn,0,We(j.top),Q,R);for(let u=0;u<pt.length;u++){let d=pt[u];d!=null&&(En[u]*=r,Ln[u]*=c,Nt(d,_t(En[u]),_t(Ln[u]),Q,R))}}if(be.show&&!As&&be.left>=0&&be.width>0){be.left*=r,be.width*=r,be.top*=c,be.height*=c;for(let u in Co)_e(Nn,u,be[u])}Tn=pe,rn=ze,Lt=Q,ln=R}$e("setSize"),Ss=!1}Ot>0&&an>0&&(m.clearRect(0,0,p.width,p.height),$e("drawClear"),q.forEach(r=>r()),$e("draw")),be.show&&As&&(Ls(be),As=!1),Ge&&cn&&(mn(null,!0,!1),cn=!1),Z.show&&Z.live&&dt&&(To(),dt=!1),f||(f=!0,s.status=1,$e("ready")),ts=!1,Es=!1}s.redraw=(r,c)=>{Mn=c||!1,r!==!1?Kt(W,C.min,C.max):Wn()};function xo(r,c){let u=x[r];if(u.from==null){if(je==0){let d=u.range(s,c.min,c.max,r);c.min=d[0],c.max=d[1]}if(c.min>c.max){let d=c.min;c.min=c.max,c.max=d}if(je>1&&c.min!=null&&c.max!=null&&c.max-c.min<1e-16)return;r==W&&u.distr==2&&je>0&&(c.min=Ct(c.min,e[0]),c.max=Ct(c.max,e[0]),c.min==c.max&&c.max++),O[r]=c,lo=!0,Wn()}}s.setScale=xo;let So,Ao,Bn,Hn,Ni,$i,Fn,Rn,Oi,ji,ge,ke,Gt=!1,Ie=j.drag,Re=Ie.x,Ne=Ie.y;Ge&&(j.x&&(So=wt(Ac,k)),j.y&&(Ao=wt(Tc,k)),C.ori==0?(Bn=So,Hn=Ao):(Bn=Ao,Hn=So),ge=j.left,ke=j.top);let be=s.select=Ee({show:!0,over:!0,left:0,width:0,top:0,height:0},t.select),Nn=be.show?wt(Sc,be.over?k:w):null;function Ls(r,c){if(be.show){for(let u in r)be[u]=r[u],u in Co&&_e(Nn,u,r[u]);c!==!1&&$e("setSelect")}}s.setSelect=Ls;function Ol(r){if(y[r].show)Le&&ei(xe[r],_n);else if(Le&&ct(xe[r],_n),Ge){let u=Pn?pt[0]:pt[r];u!=null&&Nt(u,-10,-10,Q,R)}}function Kt(r,c,u){xo(r,{min:c,max:u})}function Dt(r,c,u,d){c.focus!=null&&Ul(r),c.show!=null&&y.forEach((_,v)=>{v>0&&(r==v||r==null)&&(_.show=c.show,Ol(v),o==2?(Kt(_.facets[0].scale,null,null),Kt(_.facets[1].scale,null,null)):Kt(_.scale,null,null),Wn())}),u!==!1&&$e("setSeries",r,c),d&&as("setSeries",s,r,c)}s.setSeries=Dt;function jl(r,c){Ee(U[r],c)}function Il(r,c){r.fill=ee(r.fill||null),r.dir=oe(r.dir,-1),c=c??U.length,U.splice(c,0,r)}function Vl(r){r==null?U.length=0:U.splice(r,1)}s.addBand=Il,s.setBand=jl,s.delBand=Vl;function ql(r,c){y[r].alpha=c,Ge&&pt[r]!=null&&(pt[r].style.opacity=c),Le&&xe[r]&&(xe[r].style.opacity=c)}let jt,Yt,un,$n={focus:!0};function Ul(r){if(r!=un){let c=r==null,u=zt.alpha!=1;y.forEach((d,_)=>{if(o==1||_>0){let v=c||_==0||_==r;d._focus=c?null:v,u&&ql(_,v?1:zt.alpha)}}),un=r,u&&Wn()}}Le&&Cn&&Ke(Fa,re,r=>{j._lock||(fn(r),un!=null&&Dt(null,$n,!0,Ce.setSeries))});function Wt(r,c,u){let d=x[c];u&&(r=r/ae-(d.ori==1?ze:pe));let _=Q;d.ori==1&&(_=R,r=_-r),d.dir==-1&&(r=_-r);let v=d._min,T=d._max,P=r/_,z=v+(T-v)*P,H=d.distr;return H==3?Un(10,z):H==4?Ic(z,d.asinh):H==100?d.bwd(z):z}function Gl(r,c){let u=Wt(r,W,c);return Ct(u,e[0],He,Fe)}s.valToIdx=r=>Ct(r,e[0]),s.posToIdx=Gl,s.posToVal=Wt,s.valToPos=(r,c,u)=>x[c].ori==0?i(r,x[c],u?et:Q,u?st:0):a(r,x[c],u?vt:R,u?mt:0),s.setCursor=(r,c,u)=>{ge=r.left,ke=r.top,mn(null,c,u)};function Ii(r,c){_e(Nn,In,be.left=r),_e(Nn,ms,be.width=c)}function Vi(r,c){_e(Nn,"top",be.top=r),_e(Nn,ds,be.height=c)}let ss=C.ori==0?Ii:Vi,os=C.ori==1?Ii:Vi;function Kl(){if(Le&&Z.live)for(let r=o==2?1:0;r<y.length;r++){if(r==0&&ut)continue;let c=Z.values[r],u=0;for(let d in c)Et[r][u++].firstChild.nodeValue=c[d]}}function To(r,c){if(r!=null&&(r.idxs?r.idxs.forEach((u,d)=>{fe[d]=u}):Gc(r.idx)||fe.fill(r.idx),Z.idx=fe[0]),Le&&Z.live){for(let u=0;u<y.length;u++)(u>0||o==1&&!ut)&&Yl(u,fe[u]);Kl()}dt=!1,c!==!1&&$e("setLegend")}s.setLegend=To;function Yl(r,c){let u=y[r],d=r==0&&$==2?kt:e[r],_;ut?_=u.values(s,r,c)??qt:(_=u.value(s,c==null?null:d[c],r,c),_=_==null?qt:{_}),Z.values[r]=_}function mn(r,c,u){Oi=ge,ji=ke,[ge,ke]=j.move(s,ge,ke),j.left=ge,j.top=ke,Ge&&(Bn&&Nt(Bn,We(ge),0,Q,R),Hn&&Nt(Hn,0,We(ke),Q,R));let d,_=He>Fe;jt=me,Yt=null;let v=C.ori==0?Q:R,T=C.ori==1?Q:R;if(ge<0||je==0||_){d=j.idx=null;for(let P=0;P<y.length;P++){let z=pt[P];z!=null&&Nt(z,-10,-10,Q,R)}Cn&&Dt(null,$n,!0,r==null&&Ce.setSeries),Z.live&&(fe.fill(d),dt=!0)}else{let P,z,H;o==1&&(P=C.ori==0?ge:ke,z=Wt(P,W),d=j.idx=Ct(z,e[0],He,Fe),H=D(e[0][d],C,v,0));let F=-10,N=-10,J=0,ie=0,se=!0,X="",K="";for(let I=o==2?1:0;I<y.length;I++){let we=y[I],Se=fe[I],Oe=Se==null?null:o==1?e[I][Se]:e[I][1][Se],he=j.dataIdx(s,I,d,z),Ae=he==null?null:o==1?e[I][he]:e[I][1][he];if(dt=dt||Ae!=Oe||he!=Se,fe[I]=he,I>0&&we.show){let ot=he==null?-10:he==d?H:D(o==1?e[0][he]:e[I][0][he],C,v,0),Ye=Ae==null?-10:Y(Ae,o==1?x[we.scale]:x[we.facets[1].scale],T,0);if(Cn&&Ae!=null){let gt=C.ori==1?ge:ke,xt=Be(zt.dist(s,I,he,Ye,gt));if(xt<jt){let Bt=zt.bias;if(Bt!=0){let it=Wt(gt,we.scale),bt=Ae>=0?1:-1,St=it>=0?1:-1;St==bt&&(St==1?Bt==1?Ae>=it:Ae<=it:Bt==1?Ae<=it:Ae>=it)&&(jt=xt,Yt=I)}else jt=xt,Yt=I}}if(dt||Pn){let gt,xt;C.ori==0?(gt=ot,xt=Ye):(gt=Ye,xt=ot);let Bt,it,bt,St,Ht,Je,at=!0,dn=qe.bbox;if(dn!=null){at=!1;let Qe=dn(s,I);bt=Qe.left,St=Qe.top,Bt=Qe.width,it=Qe.height}else bt=gt,St=xt,Bt=it=qe.size(s,I);if(Je=qe.fill(s,I),Ht=qe.stroke(s,I),Pn)I==Yt&&jt<=zt.prox&&(F=bt,N=St,J=Bt,ie=it,se=at,X=Je,K=Ht);else{let Qe=pt[I];Qe!=null&&(En[I]=bt,Ln[I]=St,Va(Qe,Bt,it,at),ja(Qe,Je,Ht),Nt(Qe,_t(bt),_t(St),Q,R))}}}}if(Pn){let I=zt.prox,we=un==null?jt<=I:jt>I||Yt!=un;if(dt||we){let Se=pt[0];Se!=null&&(En[0]=F,Ln[0]=N,Va(Se,J,ie,se),ja(Se,X,K),Nt(Se,_t(F),_t(N),Q,R))}}}if(be.show&&Gt)if(r!=null){let[P,z]=Ce.scales,[H,F]=Ce.match,[N,J]=r.cursor.sync.scales,ie=r.cursor.drag;if(Re=ie._x,Ne=ie._y,Re||Ne){let{left:se,top:X,width:K,height:I}=r.select,we=r.scales[N].ori,Se=r.posToVal,Oe,he,Ae,ot,Ye,gt=P!=null&&H(P,N),xt=z!=null&&F(z,J);gt&&Re?(we==0?(Oe=se,he=K):(Oe=X,he=I),Ae=x[P],ot=D(Se(Oe,N),Ae,v,0),Ye=D(Se(Oe+he,N),Ae,v,0),ss(Pt(ot,Ye),Be(Ye-ot))):ss(0,v),xt&&Ne?(we==1?(Oe=se,he=K):(Oe=X,he=I),Ae=x[z],ot=Y(Se(Oe,J),Ae,T,0),Ye=Y(Se(Oe+he,J),Ae,T,0),os(Pt(ot,Ye),Be(Ye-ot))):os(0,T)}else Po()}else{let P=Be(Oi-Ni),z=Be(ji-$i);if(C.ori==1){let J=P;P=z,z=J}Re=Ie.x&&P>=Ie.dist,Ne=Ie.y&&z>=Ie.dist;let H=Ie.uni;H!=null?Re&&Ne&&(Re=P>=H,Ne=z>=H,!Re&&!Ne&&(z>P?Ne=!0:Re=!0)):Ie.x&&Ie.y&&(Re||Ne)&&(Re=Ne=!0);let F,N;Re&&(C.ori==0?(F=Fn,N=ge):(F=Rn,N=ke),ss(Pt(F,N),Be(N-F)),Ne||os(0,T)),Ne&&(C.ori==1?(F=Fn,N=ge):(F=Rn,N=ke),os(Pt(F,N),Be(N-F)),Re||ss(0,v)),!Re&&!Ne&&(ss(0,0),os(0,0))}if(Ie._x=Re,Ie._y=Ne,r==null){if(u){if(ta!=null){let[P,z]=Ce.scales;Ce.values[0]=P!=null?Wt(C.ori==0?ge:ke,P):null,Ce.values[1]=z!=null?Wt(C.ori==1?ge:ke,z):null}as(Uo,s,ge,ke,Q,R,d)}if(Cn){let P=u&&Ce.setSeries,z=zt.prox;un==null?jt<=z&&Dt(Yt,$n,!0,P):jt>z?Dt(null,$n,!0,P):Yt!=un&&Dt(Yt,$n,!0,P)}}dt&&(Z.idx=d,To()),c!==!1&&$e("setCursor")}let Jt=null;Object.defineProperty(s,"rect",{get(){return Jt==null&&is(!1),Jt}});function is(r=!1){r?Jt=null:(Jt=k.getBoundingClientRect(),$e("syncRect",Jt))}function qi(r,c,u,d,_,v,T){j._lock||Gt&&r!=null&&r.movementX==0&&r.movementY==0||(Mo(r,c,u,d,_,v,T,!1,r!=null),r!=null?mn(null,!0,!0):mn(c,!0,!1))}function Mo(r,c,u,d,_,v,T,P,z){if(Jt==null&&is(!1),fn(r),r!=null)u=r.clientX-Jt.left,d=r.clientY-Jt.top;else{if(u<0||d<0){ge=-10,ke=-10;return}let[H,F]=Ce.scales,N=c.cursor.sync,[J,ie]=N.values,[se,X]=N.scales,[K,I]=Ce.match,we=c.axes[0].side%2==1,Se=C.ori==0?Q:R,Oe=C.ori==1?Q:R,he=we?v:_,Ae=we?_:v,ot=we?d:u,Ye=we?u:d;if(se!=null?u=K(H,se)?l(J,x[H],Se,0):-10:u=Se*(ot/he),X!=null?d=I(F,X)?l(ie,x[F],Oe,0):-10:d=Oe*(Ye/Ae),C.ori==1){let gt=u;u=d,d=gt}}z&&(c==null||c.cursor.event.type==Uo)&&((u<=1||u>=Q-1)&&(u=bn(u,Q)),(d<=1||d>=R-1)&&(d=bn(d,R))),P?(Ni=u,$i=d,[Fn,Rn]=j.move(s,u,d)):(ge=u,ke=d)}let Co={width:0,height:0,left:0,top:0};function Po(){Ls(Co,!1)}let Ui,Gi,Ki,Yi;function Ji(r,c,u,d,_,v,T){Gt=!0,Re=Ne=Ie._x=Ie._y=!1,Mo(r,c,u,d,_,v,T,!0,!1),r!=null&&(Ke(Go,Zo,Qi,!1),as(Ba,s,Fn,Rn,Q,R,null));let{left:P,top:z,width:H,height:F}=be;Ui=P,Gi=z,Ki=H,Yi=F}function Qi(r,c,u,d,_,v,T){Gt=Ie._x=Ie._y=!1,Mo(r,c,u,d,_,v,T,!1,!0);let{left:P,top:z,width:H,height:F}=be,N=H>0||F>0,J=Ui!=P||Gi!=z||Ki!=H||Yi!=F;if(N&&J&&Ls(be),Ie.setScale&&N&&J){let ie=P,se=H,X=z,K=F;if(C.ori==1&&(ie=z,se=F,X=P,K=H),Re&&Kt(W,Wt(ie,W),Wt(ie+se,W)),Ne)for(let I in x){let we=x[I];I!=W&&we.from==null&&we.min!=me&&Kt(I,Wt(X+K,I),Wt(X,I))}Po()}else j.lock&&(j._lock=!j._lock,mn(c,!0,r!=null));r!=null&&(An(Go,Zo),as(Go,s,ge,ke,Q,R,null))}function Jl(r,c,u,d,_,v,T){if(j._lock)return;fn(r);let P=Gt;if(Gt){let z=!0,H=!0,F=10,N,J;C.ori==0?(N=Re,J=Ne):(N=Ne,J=Re),N&&J&&(z=ge<=F||ge>=Q-F,H=ke<=F||ke>=R-F),N&&z&&(ge=ge<Fn?0:Q),J&&H&&(ke=ke<Rn?0:R),mn(null,!0,!0),Gt=!1}ge=-10,ke=-10,fe.fill(null),mn(null,!0,!0),P&&(Gt=P)}function Zi(r,c,u,d,_,v,T){j._lock||(fn(r),fo(),Po(),r!=null&&as(Ra,s,ge,ke,Q,R,null))}function Xi(){E.forEach(fh),co(s.width,s.height,!0)}yn(Ys,qn,Xi);let On={};On.mousedown=Ji,On.mousemove=qi,On.mouseup=Qi,On.dblclick=Zi,On.setSeries=(r,c,u,d)=>{let _=Ce.match[2];u=_(s,c,u),u!=-1&&Dt(u,d,!0,!1)},Ge&&(Ke(Ba,k,Ji),Ke(Uo,k,qi),Ke(Ha,k,r=>{fn(r),is(!1)}),Ke(Fa,k,Jl),Ke(Ra,k,Zi),ai.add(s),s.syncRect=is);let zs=s.hooks=t.hooks||{};function $e(r,c,u){ko?ns.push([r,c,u]):r in zs&&zs[r].forEach(d=>{d.call(null,s,c,u)})}(t.plugins||[]).forEach(r=>{for(let c in r.hooks)zs[c]=(zs[c]||[]).concat(r.hooks[c])});let ea=(r,c,u)=>u,Ce=Ee({key:null,setSeries:!1,filters:{pub:Ya,sub:Ya},scales:[W,y[1]?y[1].scale:null],match:[Ja,Ja,ea],values:[null,null]},j.sync);Ce.match.length==2&&Ce.match.push(ea),j.sync=Ce;let ta=Ce.key,Eo=Ur(ta);function as(r,c,u,d,_,v,T){Ce.filters.pub(r,c,u,d,_,v,T)&&Eo.pub(r,c,u,d,_,v,T)}Eo.sub(s);function Ql(r,c,u,d,_,v,T){Ce.filters.sub(r,c,u,d,_,v,T)&&On[r](null,c,u,d,_,v,T)}s.pub=Ql;function Zl(){Eo.unsub(s),ai.delete(s),on.clear(),ti(Ys,qn,Xi),h.remove(),re?.remove(),$e("destroy")}s.destroy=Zl;function Lo(){$e("init",t,e),Li(e||t.data,!1),O[W]?xo(W,O[W]):fo(),As=be.show&&(be.width>0||be.height>0),cn=dt=!0,co(t.width,t.height)}return y.forEach(Pi),E.forEach(El),n?n instanceof HTMLElement?(n.appendChild(h),Lo()):n(s,Lo):Lo(),s}Ve.assign=Ee;Ve.fmtNum=mi;Ve.rangeNum=Js;Ve.rangeLog=Xs;Ve.rangeAsinh=hi;Ve.orient=kn;Ve.pxRatio=ae;Ve.join=ef;Ve.fmtDate=pi,Ve.tzDate=uf;Ve.sync=Ur;{Ve.addGap=Kf,Ve.clipGaps=no;let t=Ve.paths={points:Zr};t.linear=el,t.stepped=Qf,t.bars=Zf,t.spline=eh}function ol({player:t,dark:e}){return g("div",{class:"charts",children:[g(ki,{player:t,dark:e,label:"Utilisation",unit:"share of the time, frames without a collision",pick:"utilisation",colour:2,dash:[]}),g(ki,{player:t,dark:e,label:"Collisions detected",unit:"by stations, per millisecond",pick:"collisions",colour:1,dash:[6,3]}),g(ki,{player:t,dark:e,label:"Access delay",unit:"mean, \xB5s",pick:"delay",colour:0,dash:[2,2]})]})}function ki({player:t,dark:e,label:n,unit:s,pick:o,colour:i,dash:a}){let l=Xt(null),f=Xt(void 0),h=t.charts;rt(()=>{let b=jn(e),w=l.current,k={stroke:b.ink,grid:{stroke:b.line,width:1},ticks:{stroke:b.line,width:1},font:"11px system-ui, sans-serif"},S=(y,E)=>E.map(x=>x===0?"0":x<.001?`${+(x*1e6).toPrecision(6)}\xB5s`:x<1?`${+(x*1e3).toPrecision(6)}ms`:`${+x.toPrecision(6)}s`),M={hooks:{draw:[y=>{let E=y.valToPos(t.now/1e12,"x",!0);y.ctx.save(),y.ctx.strokeStyle=b.now,y.ctx.lineWidth=2,y.ctx.beginPath(),y.ctx.moveTo(E,y.bbox.top),y.ctx.lineTo(E,y.bbox.top+y.bbox.height),y.ctx.stroke(),y.ctx.restore()}]}};f.current=new Ve({width:Math.max(200,w.clientWidth),height:130,legend:{show:!1},cursor:{drag:{x:!1,y:!1}},scales:{x:{time:!1},y:{range:(y,E,x)=>[0,o==="utilisation"?1:Math.max(x??0,1e-9)*1.1]}},axes:[{...k,values:S,size:28},{...k,size:60}],series:[{},{stroke:b.stations[i],width:2,dash:a,points:{show:h.at.length<3},spanGaps:!0}],plugins:[M]},[h.at,h[o]],w);let A=new ResizeObserver(()=>f.current?.setSize({width:Math.max(200,w.clientWidth),height:130}));return A.observe(w),()=>{A.disconnect(),f.current?.destroy()}},[e,t]),rt(()=>{f.current?.setData([h.at,h[o]])},[h]),rt(()=>{f.current?.redraw(!1)},[t.now]);let p=h[o].filter(b=>b!==null),m=p[p.length-1];return g("figure",{children:[g("figcaption",{children:[g("b",{children:n})," ",s,m!==void 0&&g("span",{class:"small",children:[" \xB7 latest ",+m.toPrecision(3)]})]}),g("div",{ref:l,role:"img","aria-label":`${n}, ${s}: latest ${m===void 0?"none":+m.toPrecision(3)}`})]})}function il({player:t}){let{state:e,now:n,about:s}=t,o=s.bit,i=[10,100,300,1e3,1e4,1e5,1e6,1e7],a=(l,f,h,p,m)=>g("button",{type:"button","aria-label":l,title:`${l} (${h})`,"aria-pressed":m,onClick:p,children:f});return g("section",{class:"transport","aria-label":"Time",children:[g("div",{class:"row",children:[a("To the beginning","|\u2190","Home",()=>{t.step(-1)}),a("Step back an event","\u2190 event","Left",()=>{t.step(t.event-1)}),a("Step back a bit time","\u2190 bit","Shift+Left",()=>{t.bit(-1)}),a("Play backwards",t.speed<0?"\u25A0":"\u25C0","B",()=>t.play(-1),t.speed<0),a("Play",t.speed>0?"\u25A0":"\u25B6","Space",()=>t.play(1),t.speed>0),a("Step a bit time","bit \u2192","Shift+Right",()=>{t.bit(1)}),a("Step an event","event \u2192","Right",()=>{t.step(t.event+1)}),a("To the end","\u2192|","End",()=>{t.step(e.events-1)}),g("label",{children:["speed ",g("select",{"aria-label":"Speed of play",value:String(t.pace),onChange:l=>{t.setPace(Number(l.currentTarget.value))},children:i.map(l=>g("option",{value:String(l),children:[l.toLocaleString("en")," bt/s"]},l))})]}),g("span",{class:"spacer"}),a("Zoom in","+","+",()=>t.zoom(.5)),a("Zoom out","\u2212","-",()=>t.zoom(2)),g("label",{children:["window ",g("select",{"aria-label":"Window",value:"",onChange:l=>{let f=l.currentTarget.value;l.currentTarget.value="",f==="first"?t.fit():t.window(Number(f))},children:[g("option",{value:"",children:Tt(t.to-t.from)}),g("option",{value:"first",children:"first window"}),g("option",{value:String(o),children:"1 bit"}),g("option",{value:String(96*o),children:"a gap, 96 bits"}),g("option",{value:String(s.slot),children:["a slot, ",lt(s.slot,o)]}),g("option",{value:String(4*s.slot),children:"four slots"}),g("option",{value:String(1e9),children:"1 ms"}),g("option",{value:String(1e10),children:"10 ms"}),g("option",{value:String(1e12),children:"1 s"})]})]})]}),g("input",{class:"timeline",type:"range",min:0,max:1e3,step:"any","aria-label":"Timeline","aria-valuetext":lt(n,o),value:String(e.until?n/e.until*1e3:0),onInput:l=>{t.speed=0,t.goTo(Number(l.currentTarget.value)/1e3*e.until),t.show()}}),g("div",{class:"row small",children:[g("span",{id:"now",children:[lt(n,o)," \xB7 ",Tt(n)]}),g("span",{class:"spacer"}),g("span",{children:[e.more||t.loading?"running \u2026 ":"",e.events.toLocaleString("en")," events, ",Tt(e.until)]})]}),e.full&&g("p",{class:"note",children:["The picture shows the first ",e.events.toLocaleString("en")," events, up to ",Tt(e.until),"; the figures cover the whole run."]})]})}function al({player:t}){let{moment:e,state:n,about:s}=t,o=n.failed?.wanted;return g("section",{class:"told","aria-label":"What just happened",children:[g("h2",{children:"What just happened"}),g("p",{id:"sentence","aria-live":"polite",children:e.sentence||"Nothing yet. Step to the first event."}),e.same.length>0&&g("ul",{class:"same","aria-label":"At the same instant",children:e.same.map((i,a)=>g("li",{children:i},e.event+a))}),e.earlier.length>0&&g("ol",{class:"earlier","aria-label":"Before that",children:e.earlier.slice(0,3).map((i,a)=>g("li",{children:i},e.event-a))}),t.story&&g("p",{id:"story",children:[g("b",{children:"The whole run:"})," ",t.story]}),o&&g("div",{class:"wanted",role:"group","aria-label":`The backoff of ${o.name}`,children:[g("p",{children:[g("b",{children:o.name})," has to back off at ",lt(o.at,s.bit),", after collision ",o.attempt," of its frame. How many slots does it wait?"]}),g("p",{class:"row",children:[Array.from({length:Math.min(o.range,16)},(i,a)=>g("button",{type:"button",class:"pick",onClick:()=>{t.pick(o.station,a)},children:a},a)),o.range>16&&g("input",{type:"number",min:0,max:o.range-1,"aria-label":`Slots, 0 to ${o.range-1}`,onChange:i=>{t.pick(o.station,Math.max(0,Math.min(o.range-1,Math.floor(Number(i.currentTarget.value)))))}}),g("button",{type:"button",onClick:()=>{t.edit({what:"draw",station:o.station})},children:"draw at random"})]})]}),n.failed&&!o&&g("p",{class:"trouble",role:"alert",children:["The run ends here: ",n.failed.text]})]})}var xi=[["attempts","attempts","Transmissions started"],["sent","sent","Frames that this station counts as sent: it detected no collision"],["delivered","delivered","Frames of this station that their receiver received whole"],["lost","lost","Frames that this station counts as sent, but that their receiver did not receive whole"],["detected","collisions","Collisions that this station detected. Every station in a collision detects it, so the sum is greater than the number of collisions on the medium"],["late","late","Late collisions among these"],["deferred","deferred","Attempts that waited for the medium"],["dropped","dropped","Frames that this station discarded"]];function rl({player:t,chosen:e,choose:n}){let{about:s,moment:o}=t,i=o.counts,a=l=>i.reduce((f,h)=>f+h[l],0);return g("section",{class:"counters","aria-label":"Counters",children:[g("h2",{children:["Counters at ",lt(t.now,s.bit)]}),g("div",{class:"scroll",tabIndex:0,role:"group","aria-label":"Counters of the stations",children:g("table",{children:[g("thead",{children:g("tr",{children:[g("th",{scope:"col",children:"station"}),xi.map(([l,f,h])=>g("th",{scope:"col",title:h,children:f},l))]})}),g("tbody",{children:[i.length>1&&g("tr",{class:"all",children:[g("th",{scope:"row",children:"all"}),xi.map(([l])=>g("td",{children:a(l).toLocaleString("en")},l))]}),i.slice(0,100).map((l,f)=>g("tr",{class:f===e?"chosen":"",onClick:()=>n(f),children:[g("th",{scope:"row",children:s.stations[f].name}),xi.map(([h])=>g("td",{children:l[h].toLocaleString("en")},h))]},f))]})]})}),i.length>100&&g("p",{class:"small",children:["The sum includes ",i.length-100," more stations."]})]})}var _s=class extends Error{constructor(n,s){super(n);this.problems=s}problems},nn=class extends Error{},hh=1e3,ao=class t{constructor(e,n){this.worker=e;this.compressed=n}worker;compressed;waiting=new Map;next=1;static async start(){let e=ll(),n=await uh();await new Promise((o,i)=>{e.onmessage=({data:a})=>a.ready?o():i(new Error(a.failed)),e.onerror=a=>i(new Error(a.message)),e.postMessage({engine:n})});let s=new t(e,n);return s.listen(),s}listen(){this.worker.onmessage=({data:e})=>this.answered(e),this.worker.onerror=e=>this.died(new Error(e.message))}async free(){let[e]=this.waiting.values();return!e||(await Promise.race([e.settled,new Promise(n=>setTimeout(n,e.since+hh-performance.now()))]),![...this.waiting.values()].includes(e))?!1:(this.worker.terminate(),this.worker=ll(),this.listen(),this.worker.postMessage({engine:this.compressed}),this.died(new nn("the engine was started anew")),!0)}answered(e){if(e.id===void 0){e.failed!==void 0&&this.died(new Error(e.failed));return}let n=this.waiting.get(e.id);if(this.waiting.delete(e.id),!n)return;if(e.failed!==void 0)return n.failed(new Error(e.failed));if(typeof e.answer!="string")return n.done(e.answer);let s=JSON.parse(e.answer);if(s&&typeof s=="object"&&"error"in s)return n.failed(new _s(s.error,s.problems??[]));n.done(s)}died(e){for(let n of this.waiting.values())n.failed(e);this.waiting.clear()}ask(e,n={}){let s=this.next++;return new Promise((o,i)=>{let a,l=new Promise(f=>{a=f});this.waiting.set(s,{since:performance.now(),settled:l,done:f=>{a(),o(f)},failed:f=>{a(),i(f)}}),this.worker.postMessage({id:s,name:e,text:JSON.stringify(n)})})}load(e,n,s){return this.ask("load",{name:e,text:n,path:s})}run(e){return this.ask("run",{events:e})}runOn(e){return this.ask("runOn",{events:e})}view(e,n,s,o){return this.ask("view",{from:Math.floor(e),to:Math.ceil(n),most:s,rows:o})}event(e){return this.ask("event",{event:e})}at(e){return this.ask("at",{at:Math.floor(e)})}charts(){return this.ask("charts")}summary(){return this.ask("summary")}story(){return this.ask("story")}edit(e){return this.ask("edit",{edit:e})}file(e){return this.ask(e)}};function ll(){return new Worker(URL.createObjectURL(new Blob(['"use strict";(()=>{(()=>{let r=()=>{let c=new Error("not implemented");return c.code="ENOSYS",c};if(!globalThis.fs){let c="";globalThis.fs={constants:{O_WRONLY:-1,O_RDWR:-1,O_CREAT:-1,O_TRUNC:-1,O_APPEND:-1,O_EXCL:-1,O_DIRECTORY:-1},writeSync(n,s){c+=y.decode(s);let i=c.lastIndexOf(`\n`);return i!=-1&&(console.log(c.substring(0,i)),c=c.substring(i+1)),s.length},write(n,s,i,o,f,m){if(i!==0||o!==s.length||f!==null){m(r());return}let g=this.writeSync(n,s);m(null,g)},chmod(n,s,i){i(r())},chown(n,s,i,o){o(r())},close(n,s){s(r())},fchmod(n,s,i){i(r())},fchown(n,s,i,o){o(r())},fstat(n,s){s(r())},fsync(n,s){s(null)},ftruncate(n,s,i){i(r())},lchown(n,s,i,o){o(r())},link(n,s,i){i(r())},lstat(n,s){s(r())},mkdir(n,s,i){i(r())},open(n,s,i,o){o(r())},read(n,s,i,o,f,m){m(r())},readdir(n,s){s(r())},readlink(n,s){s(r())},rename(n,s,i){i(r())},rmdir(n,s){s(r())},stat(n,s){s(r())},symlink(n,s,i){i(r())},truncate(n,s,i){i(r())},unlink(n,s){s(r())},utimes(n,s,i,o){o(r())}}}if(globalThis.process||(globalThis.process={getuid(){return-1},getgid(){return-1},geteuid(){return-1},getegid(){return-1},getgroups(){throw r()},pid:-1,ppid:-1,umask(){throw r()},cwd(){throw r()},chdir(){throw r()}}),globalThis.path||(globalThis.path={resolve(...c){return c.join("/")}}),!globalThis.crypto)throw new Error("globalThis.crypto is not available, polyfill required (crypto.getRandomValues only)");if(!globalThis.performance)throw new Error("globalThis.performance is not available, polyfill required (performance.now only)");if(!globalThis.TextEncoder)throw new Error("globalThis.TextEncoder is not available, polyfill required");if(!globalThis.TextDecoder)throw new Error("globalThis.TextDecoder is not available, polyfill required");let h=new TextEncoder("utf-8"),y=new TextDecoder("utf-8");globalThis.Go=class{constructor(){this.argv=["js"],this.env={},this.exit=t=>{t!==0&&console.warn("exit code:",t)},this._exitPromise=new Promise(t=>{this._resolveExitPromise=t}),this._pendingEvent=null,this._scheduledTimeouts=new Map,this._nextCallbackTimeoutID=1;let c=(t,e)=>{this.mem.setUint32(t+0,e,!0),this.mem.setUint32(t+4,Math.floor(e/4294967296),!0)},n=(t,e)=>{this.mem.setUint32(t+0,e,!0)},s=t=>{let e=this.mem.getUint32(t+0,!0),l=this.mem.getInt32(t+4,!0);return e+l*4294967296},i=t=>{let e=this.mem.getFloat64(t,!0);if(e===0)return;if(!isNaN(e))return e;let l=this.mem.getUint32(t,!0);return this._values[l]},o=(t,e)=>{if(typeof e=="number"&&e!==0){if(isNaN(e)){this.mem.setUint32(t+4,2146959360,!0),this.mem.setUint32(t,0,!0);return}this.mem.setFloat64(t,e,!0);return}if(e===void 0){this.mem.setFloat64(t,0,!0);return}let a=this._ids.get(e);a===void 0&&(a=this._idPool.pop(),a===void 0&&(a=this._values.length),this._values[a]=e,this._goRefCounts[a]=0,this._ids.set(e,a)),this._goRefCounts[a]++;let u=0;switch(typeof e){case"object":e!==null&&(u=1);break;case"string":u=2;break;case"symbol":u=3;break;case"function":u=4;break}this.mem.setUint32(t+4,2146959360|u,!0),this.mem.setUint32(t,a,!0)},f=t=>{let e=s(t+0),l=s(t+8);return new Uint8Array(this._inst.exports.mem.buffer,e,l)},m=t=>{let e=s(t+0),l=s(t+8),a=new Array(l);for(let u=0;u<l;u++)a[u]=i(e+u*8);return a},g=t=>{let e=s(t+0),l=s(t+8);return y.decode(new DataView(this._inst.exports.mem.buffer,e,l))},d=(t,e)=>(this._inst.exports.testExport0(),this._inst.exports.testExport(t,e)),w=Date.now()-performance.now();this.importObject={_gotest:{add:(t,e)=>t+e,callExport:d},gojs:{"runtime.wasmExit":t=>{t>>>=0;let e=this.mem.getInt32(t+8,!0);this.exited=!0,delete this._inst,delete this._values,delete this._goRefCounts,delete this._ids,delete this._idPool,this.exit(e)},"runtime.wasmWrite":t=>{t>>>=0;let e=s(t+8),l=s(t+16),a=this.mem.getInt32(t+24,!0);fs.writeSync(e,new Uint8Array(this._inst.exports.mem.buffer,l,a))},"runtime.resetMemoryDataView":t=>{t>>>=0,this.mem=new DataView(this._inst.exports.mem.buffer)},"runtime.nanotime1":t=>{t>>>=0,c(t+8,(w+performance.now())*1e6)},"runtime.walltime":t=>{t>>>=0;let e=new Date().getTime();c(t+8,e/1e3),this.mem.setInt32(t+16,e%1e3*1e6,!0)},"runtime.scheduleTimeoutEvent":t=>{t>>>=0;let e=this._nextCallbackTimeoutID;this._nextCallbackTimeoutID++,this._scheduledTimeouts.set(e,setTimeout(()=>{for(this._resume();this._scheduledTimeouts.has(e);)console.warn("scheduleTimeoutEvent: missed timeout event"),this._resume()},s(t+8))),this.mem.setInt32(t+16,e,!0)},"runtime.clearTimeoutEvent":t=>{t>>>=0;let e=this.mem.getInt32(t+8,!0);clearTimeout(this._scheduledTimeouts.get(e)),this._scheduledTimeouts.delete(e)},"runtime.getRandomData":t=>{t>>>=0,crypto.getRandomValues(f(t+8))},"syscall/js.finalizeRef":t=>{t>>>=0;let e=this.mem.getUint32(t+8,!0);if(this._goRefCounts[e]--,this._goRefCounts[e]===0){let l=this._values[e];this._values[e]=null,this._ids.delete(l),this._idPool.push(e)}},"syscall/js.stringVal":t=>{t>>>=0,o(t+24,g(t+8))},"syscall/js.valueGet":t=>{t>>>=0;let e=Reflect.get(i(t+8),g(t+16));t=this._inst.exports.getsp()>>>0,o(t+32,e)},"syscall/js.valueSet":t=>{t>>>=0,Reflect.set(i(t+8),g(t+16),i(t+32))},"syscall/js.valueDelete":t=>{t>>>=0,Reflect.deleteProperty(i(t+8),g(t+16))},"syscall/js.valueIndex":t=>{t>>>=0,o(t+24,Reflect.get(i(t+8),s(t+16)))},"syscall/js.valueSetIndex":t=>{t>>>=0,Reflect.set(i(t+8),s(t+16),i(t+24))},"syscall/js.valueCall":t=>{t>>>=0;try{let e=i(t+8),l=Reflect.get(e,g(t+16)),a=m(t+32),u=Reflect.apply(l,e,a);t=this._inst.exports.getsp()>>>0,o(t+56,u),this.mem.setUint8(t+64,1)}catch(e){t=this._inst.exports.getsp()>>>0,o(t+56,e),this.mem.setUint8(t+64,0)}},"syscall/js.valueInvoke":t=>{t>>>=0;try{let e=i(t+8),l=m(t+16),a=Reflect.apply(e,void 0,l);t=this._inst.exports.getsp()>>>0,o(t+40,a),this.mem.setUint8(t+48,1)}catch(e){t=this._inst.exports.getsp()>>>0,o(t+40,e),this.mem.setUint8(t+48,0)}},"syscall/js.valueNew":t=>{t>>>=0;try{let e=i(t+8),l=m(t+16),a=Reflect.construct(e,l);t=this._inst.exports.getsp()>>>0,o(t+40,a),this.mem.setUint8(t+48,1)}catch(e){t=this._inst.exports.getsp()>>>0,o(t+40,e),this.mem.setUint8(t+48,0)}},"syscall/js.valueLength":t=>{t>>>=0,c(t+16,parseInt(i(t+8).length))},"syscall/js.valuePrepareString":t=>{t>>>=0;let e=h.encode(String(i(t+8)));o(t+16,e),c(t+24,e.length)},"syscall/js.valueLoadString":t=>{t>>>=0;let e=i(t+8);f(t+16).set(e)},"syscall/js.valueInstanceOf":t=>{t>>>=0,this.mem.setUint8(t+24,i(t+8)instanceof i(t+16)?1:0)},"syscall/js.copyBytesToGo":t=>{t>>>=0;let e=f(t+8),l=i(t+32);if(!(l instanceof Uint8Array||l instanceof Uint8ClampedArray)){this.mem.setUint8(t+48,0);return}let a=l.subarray(0,e.length);e.set(a),c(t+40,a.length),this.mem.setUint8(t+48,1)},"syscall/js.copyBytesToJS":t=>{t>>>=0;let e=i(t+8),l=f(t+16);if(!(e instanceof Uint8Array||e instanceof Uint8ClampedArray)){this.mem.setUint8(t+48,0);return}let a=l.subarray(0,e.length);e.set(a),c(t+40,a.length),this.mem.setUint8(t+48,1)},debug:t=>{console.log(t)}}}}async run(c){if(!(c instanceof WebAssembly.Instance))throw new Error("Go.run: WebAssembly.Instance expected");this._inst=c,this.mem=new DataView(this._inst.exports.mem.buffer),this._values=[NaN,0,null,!0,!1,globalThis,this],this._goRefCounts=new Array(this._values.length).fill(1/0),this._ids=new Map([[0,1],[null,2],[!0,3],[!1,4],[globalThis,5],[this,6]]),this._idPool=[],this.exited=!1;let n=4096,s=d=>{let w=n,t=h.encode(d+"\\0");return new Uint8Array(this.mem.buffer,n,t.length).set(t),n+=t.length,n%8!==0&&(n+=8-n%8),w},i=this.argv.length,o=[];this.argv.forEach(d=>{o.push(s(d))}),o.push(0),Object.keys(this.env).sort().forEach(d=>{o.push(s(`${d}=${this.env[d]}`))}),o.push(0);let m=n;if(o.forEach(d=>{this.mem.setUint32(n,d,!0),this.mem.setUint32(n+4,0,!0),n+=8}),n>=12288)throw new Error("total length of command line and environment variables exceeds limit");this._inst.exports.run(i,m),this.exited&&this._resolveExitPromise(),await this._exitPromise}_resume(){if(this.exited)throw new Error("Go program has already exited");this._inst.exports.resume(),this.exited&&this._resolveExitPromise()}_makeFuncWrapper(c){let n=this;return function(){let s={id:c,this:this,args:arguments};return n._pendingEvent=s,n._resume(),s.result}}}})();var _,b=new Promise(r=>{_=r});globalThis.csmacdReady=()=>_();async function x(r){let h=new Blob([r]).stream().pipeThrough(new DecompressionStream("gzip")),y=new Go,c=new Response(h,{headers:{"Content-Type":"application/wasm"}}),{instance:n}=await WebAssembly.instantiateStreaming(c,y.importObject);y.run(n),await b}onmessage=async({data:r})=>{try{if(r.engine){await x(r.engine),postMessage({ready:!0});return}await b;let h=globalThis.csmacd(r.name,r.text);postMessage({id:r.id,answer:h},h instanceof Uint8Array?[h.buffer]:[])}catch(h){postMessage({id:r.id,failed:String(h&&h.message||h)})}};})();\n'],{type:"text/javascript"})))}addEventListener("unhandledrejection",t=>{t.reason instanceof nn&&t.preventDefault()});async function uh(){if(location.protocol!=="file:"){let n=await fetch("engine.wasm.gz");if(!n.ok)throw new Error(`the engine cannot be fetched: ${n.status} ${n.statusText}`);return n.arrayBuffer()}let t=await new Promise((n,s)=>{let o=document.createElement("script");o.src="engine.js",o.onload=()=>n(globalThis.csmacdEngine),o.onerror=()=>s(new Error("engine.js is missing from this folder")),document.head.append(o)});return Uint8Array.from(atob(t),n=>n.charCodeAt(0)).buffer}function cl({dark:t}){let e=jn(t),n=e.stations[0],s=[["preamble",n,"up",.2],["frame",n,"solid",.38],["jam",n,"cross",.3],["overlap",e.overlap,"down",.3],["defers",e.defer,"dots",.5],["gap, part 1",e.gap1,"bars",.4],["gap, part 2",e.gap2,"solid",.9],["backoff",e.backoff,"up",.45],["waits",e.wait,"down",.2]];return g("ul",{class:"legend","aria-label":"What the patterns mean",children:s.map(([o,i,a,l])=>g("li",{children:[g(mh,{colour:i,kind:a,alpha:l,paper:e.paper}),o]},o))})}function mh({colour:t,kind:e,alpha:n,paper:s}){let o=Xt(null);return rt(()=>{let i=o.current.getContext("2d"),a=devicePixelRatio;o.current.width=22*a,o.current.height=13*a,i.setTransform(a,0,0,a,0,0);let l=f=>{i.fillStyle=f,i.fillRect(0,0,22,13)};l(s),l(At(t,n)),e!=="solid"&&l(hs(i,e,t,a)),i.strokeStyle=t,i.strokeRect(.5,.5,21,12)},[t,e,n,s]),g("canvas",{ref:o,"aria-hidden":"true"})}var dh=async(t,e)=>new Uint8Array(await new Response(new Blob([t]).stream().pipeThrough(e)).arrayBuffer());async function fl(t){let e=await dh(new TextEncoder().encode(t),new CompressionStream("deflate-raw")),n="";for(let s of e)n+=String.fromCharCode(s);return"#s="+btoa(n).replace(/\+/g,"-").replace(/\//g,"_").replace(/=+$/,"")}async function hl(t){if(!t.startsWith("#s="))return;let e=Uint8Array.from(atob(t.slice(3).replace(/-/g,"+").replace(/_/g,"/")),o=>o.charCodeAt(0)),n=new Blob([e]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader(),s=[];for(let o=0;;){let{done:i,value:a}=await n.read();if(i)break;if((o+=a.length)>1048576)throw new Error("the scenario in this link is too long");s.push(a)}return new Blob(s).text()}function ys(t,e,n){let s=document.createElement("a");s.href=URL.createObjectURL(new Blob([e],{type:n})),s.download=t,s.click(),setTimeout(()=>URL.revokeObjectURL(s.href),1e4)}var ph=8,Si=70,sn=26,Ai=t=>Math.max(34,t.length*8+14),ul=t=>t.full[0]&&t.full[1],ml=t=>t.full[0]!==t.full[1];function gh(t){let e=new Map(t.devices.map(f=>[f.name,f.bridge?"bridge":"repeater"]));t.cables.forEach(f=>e.set(f,"cable"));let n=new Map,s=new Set;for(let f of t.wires)for(let h of f.ends)n.set(h,[...n.get(h)??[],f]);let o=0,i=(f,h)=>{s.add(f);let p={name:f,kind:e.get(f)??"station",below:[],x:0,wide:Ai(f),level:h},m=(n.get(f)??[]).map(k=>({wire:k,to:k.ends[0]===f?k.ends[1]:k.ends[0]})).filter(k=>!s.has(k.to)),b=m.filter(k=>!e.has(k.to)),w=o;if(b.length>ph){let k=i(b[0].to,h+1);k.name=`${b.length} stations`,k.x+=(Ai(k.name)-k.wide)/2,k.wide=Ai(k.name),o=Math.max(o,k.x+k.wide/2+10),p.below.push({node:k,wire:b[0].wire}),b.forEach(S=>s.add(S.to))}for(let k of m)s.has(k.to)||p.below.push({node:i(k.to,h+1),wire:k.wire});return o=Math.max(o,w+p.wide+10),p.x=p.below.length?(p.below[0].node.x+p.below[p.below.length-1].node.x)/2:w+p.wide/2,p.kind==="cable"&&p.below.length&&(p.wide=Math.max(p.wide,p.below[p.below.length-1].node.x-p.below[0].node.x+30)),p},a=[],l=[...e.keys()].sort((f,h)=>(n.get(h)?.length??0)-(n.get(f)?.length??0));for(let f of[...l,...t.stations])s.has(f)||a.push(i(f,0));return a}function dl({net:t,choose:e}){let{roots:n,all:s,wide:o,levels:i}=fs(()=>{let m=gh(t),b=[],w=S=>{b.push(S),S.below.forEach(M=>w(M.node))};m.forEach(w);let k=Math.min(...b.map(S=>S.x-S.wide/2));return b.forEach(S=>{S.x-=k-4}),{roots:m,all:b,wide:Math.max(...b.map(S=>S.x+S.wide/2))+4,levels:Math.max(...b.map(S=>S.level))+1}},[t]),a=i*Si-Si+sn+12,l=m=>m.level*Si+4,f=m=>`${m.ends.join(" and ")}: ${m.tap?`a tap at ${m.metres} m`:`${m.metres} m`}, ${m.line}${ul(m)?", full duplex":ml(m)?", a duplex mismatch":""}`,h=s.flatMap(m=>m.below.map(({node:b,wire:w})=>{let k=m.kind==="cable"?b.x:m.x,S=l(b)+(b.kind==="cable"?sn:0),M=`M${k},${l(m)+sn} C${k},${l(m)+sn+24} ${b.x},${S-24} ${b.x},${S}`;return g("g",{children:[g("title",{children:f(w)}),g("path",{d:M,class:ml(w)?"wire mismatch":"wire","data-domain":w.domain%6}),ul(w)&&g("path",{d:M,class:"inner"})]},m.name+b.name)})),p=m=>m.kind==="cable"?g("path",{class:"cable",d:`M${m.x-m.wide/2},${l(m)+sn} H${m.x+m.wide/2}`}):g("rect",{class:m.kind,x:m.x-m.wide/2,y:l(m),width:m.wide,height:sn,rx:m.kind==="repeater"?13:m.kind==="station"?6:0});return g("div",{class:"topology",tabIndex:0,role:"group","aria-label":"The network",children:g("svg",{id:"topology",width:o,height:a,viewBox:`0 0 ${o} ${a}`,role:"img","aria-label":`${n.length>1?`${n.length} networks`:"A network"} of ${t.devices.length} devices, ${t.cables.length} cables and ${t.stations.length} stations`,children:[h,s.map(m=>g("g",{class:t.path.includes(m.name)?"on":"",onClick:()=>{t.stations.includes(m.name)&&e(m.name)},style:m.kind==="station"?"cursor:pointer":"",children:[g("title",{children:[m.name,": ",m.kind]}),p(m),g("text",{x:m.kind==="cable"?m.x-m.wide/2:m.x,y:l(m)+(m.kind==="cable"?sn-6:sn/2+4),"text-anchor":m.kind==="cable"?"start":"middle",children:m.name})]},m.name))]})})}var pl=t=>Number(t.trim());function vs({label:t,value:e,unit:n,min:s,max:o,step:i,set:a}){return g("label",{class:"field",children:[g("span",{children:t}),g("span",{children:[g("input",{type:"number",value:e,min:s,max:o,step:i??1,"aria-label":n?`${t}, ${n}`:t,onChange:l=>{let f=pl(l.currentTarget.value);Number.isFinite(f)&&f>=s&&a(f)}})," ",n]})]})}function gl(t){return t.player.about.network?g(bh,{player:t.player}):g(wh,{...t})}function bh({player:t}){let e=t.about.network,[n,s]=e.path,o=(i,a,l,f)=>g("label",{class:"field",children:[g("span",{children:i}),g("select",{"aria-label":i,value:a,onChange:h=>f(h.currentTarget.value),children:e.stations.filter(h=>h!==l).slice(0,1e3).map(h=>g("option",{value:h,children:h},h))})]});return g("div",{children:[g("div",{class:"fields",id:"path",children:[o("Path from",n,s,i=>{t.along(i,s)}),o("to",s,n,i=>{t.along(n,i)}),g(vs,{label:"Seed",value:t.about.seed,min:0,set:i=>{t.edit({what:"seed",value:String(Math.floor(i))})}})]}),g(dl,{net:e,choose:i=>{i!==n&&i!==s&&t.along(n,i)}}),g("p",{class:"small",children:["The picture shows the path between two stations: its segments across, and a grey column for each device between them. Click a station here to end the path there.",e.domains.length>1?` ${e.domains.length} collision domains: ${e.domains.slice(0,12).join(", ")}${e.domains.length>12?", \u2026":"."}`:""]})]})}function wh({player:t,chosen:e,choose:n}){let{about:s}=t,o=s.bit,i=(f,h)=>{t.edit({what:f,value:String(h)})},a=/\bsize: *(\d+)/.exec(t.text)?.[1],l=/^backoff: *([\w-]+) *$/m.exec(t.text)?.[1]??(s.stations.every(f=>f.policy===s.stations[0].policy&&!f.hand)?s.stations[0].policy:"");return g("div",{children:[g("div",{class:"fields",children:[g(vs,{label:"Stations",value:s.stations.length,min:1,max:1e3,set:f=>i("count",Math.floor(f))}),g(vs,{label:s.star?"Delay":"Cable",unit:"bt",value:+(s.length/o).toFixed(3),min:0,step:5,set:f=>i("length",`${f}bt`)}),g(vs,{label:"Frame size",unit:"octets",value:a??"",min:1,max:9e3,set:f=>i("size",Math.floor(f))}),g(vs,{label:"Seed",value:s.seed,min:0,set:f=>i("seed",Math.floor(f))}),g("label",{class:"field",children:[g("span",{children:"Backoff of all"}),g("select",{"aria-label":"Backoff of all stations",value:l,onChange:f=>f.currentTarget.value&&i("policy",f.currentTarget.value),children:[g("option",{value:"",children:"as in the scenario"}),s.policies.map(f=>g("option",{value:f.name,title:f.text,children:f.name},f.name))]})]})]}),g("h3",{children:"Stations"}),g("p",{class:"small",children:[s.star?"All distances are equal.":"Drag a name along the cable, or set a place here."," With backoff by hand, the page asks you for each draw."]}),g("div",{class:"scroll",tabIndex:0,role:"group","aria-label":"Stations and their backoff",children:g("table",{class:"stations",children:[g("thead",{children:g("tr",{children:[g("th",{scope:"col",children:"name"}),g("th",{scope:"col",children:"place, bt"}),g("th",{scope:"col",children:"backoff"})]})}),g("tbody",{children:s.stations.slice(0,100).map((f,h)=>g("tr",{class:h===e?"chosen":"",onFocusCapture:()=>n(h),children:[g("th",{scope:"row",children:f.name}),g("td",{children:s.star?"\u2013":g("input",{type:"number","aria-label":`Place of ${f.name}, bit times`,min:0,step:5,value:+(f.place/o).toFixed(3),onChange:p=>{let m=pl(p.currentTarget.value);m>=0&&t.edit({what:"move",station:h,value:`${m}bt`})}})}),g("td",{children:[g("select",{"aria-label":`Backoff of ${f.name}`,value:f.hand?"hand":"draw",onChange:p=>{t.edit(p.currentTarget.value==="hand"?{what:"hand",station:h,slots:[]}:{what:"draw",station:h})},children:[g("option",{value:"draw",children:"random"}),g("option",{value:"hand",children:"by hand"})]}),f.hand&&g("input",{type:"text",class:"slots","aria-label":`Slots of ${f.name}, in order`,title:"slots, in order",value:(f.slots??[]).join(" "),placeholder:"none yet",onChange:p=>{t.edit({what:"hand",station:h,slots:p.currentTarget.value.split(/[ ,]+/).filter(Boolean).map(m=>Math.max(0,Math.floor(Number(m))||0))})}})]})]},h))})]})})]})}function bl({player:t}){let{draft:e,about:n}=t,s=()=>{t.open(e)};return g("div",{children:[g("textarea",{id:"text",spellcheck:!1,autocomplete:"off",autocapitalize:"off","aria-label":"The scenario, as YAML","aria-invalid":t.problems.length>0,rows:18,wrap:"off",value:e,onInput:o=>t.write(o.currentTarget.value),onKeyDown:o=>{o.key==="Enter"&&(o.ctrlKey||o.metaKey)&&(o.preventDefault(),s())}}),g("p",{class:"row",children:[g("button",{type:"button",class:"main",id:"run",onClick:s,children:"Run"}),g("span",{class:"small",children:"Ctrl+Enter runs it"}),e!==t.text&&g("button",{type:"button",onClick:()=>t.undo(),children:"Undo"}),g("span",{class:"spacer"}),g("button",{type:"button",onClick:()=>ys("scenario.yaml",e,"application/yaml"),children:"Save as a file"})]}),n.warnings.length>0&&g("details",{class:"small",children:[g("summary",{children:n.warnings.length===1?"1 warning":`${n.warnings.length} warnings`}),g("ul",{children:n.warnings.map(o=>g("li",{children:o},o))})]})]})}function wl(t,e){let n=document.getElementById("text");if(!n)return;let s=n.value.split(`
`),o=s.slice(0,t-1).reduce((i,a)=>i+a.length+1,0)+e-1;n.focus(),n.setSelectionRange(o,o+1),n.scrollTop=(t-4)*n.scrollHeight/Math.max(1,s.length)}function _l({player:t,show:e}){return t.trouble?g("div",{class:"trouble",role:"alert",id:"problems",children:[t.problems.length===0?t.trouble:g("ul",{children:t.problems.map((n,s)=>g("li",{children:[n.Line>0?g(Ft,{children:[g("button",{type:"button",class:"place",onClick:()=>e(n.Line,n.Column),children:["line ",n.Line,", column ",n.Column]})," "]}):null,n.Text]},s))}),t.hint&&t.hint!==t.trouble&&g("b",{children:[" ",t.hint]}),t.draft!==t.text&&g("span",{class:"small",children:" The picture shows the last scenario that ran."})]}):null}function yl({player:t}){return t.complete?g("pre",{id:"summary",tabIndex:0,"aria-label":"Summary of the run",children:t.summary}):g("p",{children:"Computing the figures of the whole run \u2026"})}function vl({player:t}){let[e,n]=Rt(""),s=t.about.name.replace(/[^\w]+/g,"-").replace(/^-|-$/g,"")||"scenario",o=async()=>{let l=location.href.split("#")[0]+await fl(t.text);history.replaceState(null,"",l);try{await navigator.clipboard.writeText(l),n("The link is in the clipboard and in the address bar.")}catch{n("The link is in the address bar.")}},i=async(l,f,h)=>{n("Writing \u2026");let p=await t.file(l);ys(`${s}.${f}`,p,h),n(p.length>64<<20?"The file holds the first 64 MiB of the run; csmacd run writes all of it.":`${s}.${f} is written.`)},a=()=>document.getElementById("diagram").toBlob(l=>{l&&(ys(`${s}.png`,l,"image/png"),n(`${s}.png is written.`))});return g("div",{class:"share",children:[g("button",{type:"button",id:"link",onClick:()=>{o()},children:"Link to this scenario"}),g("button",{type:"button",onClick:()=>ys(`${s}.yaml`,t.text,"application/yaml"),children:"Scenario (YAML)"}),g("button",{type:"button",id:"events",onClick:()=>{i("events","events.jsonl","application/x-ndjson")},children:"Events (JSON lines)"}),g("button",{type:"button",id:"pcap",onClick:()=>{i("pcap","pcapng","application/octet-stream")},children:"Capture (pcapng, for Wireshark)"}),g("button",{type:"button",id:"json",onClick:()=>{i("json","json","application/json")},disabled:!t.complete,children:"Result (JSON)"}),g("button",{type:"button",onClick:a,children:"Picture (PNG)"}),g("p",{role:"status",id:"said",children:e}),g("p",{class:"small",children:[t.about.network?`${t.about.network.stations.length} stations, ${t.about.network.devices.length} devices`:`${t.about.line}, ${t.about.stations.length} stations, ${lt(t.about.length,t.about.bit)} ${t.about.star?"between any two":"of cable"}`,t.about.duration?`, ${Tt(t.about.duration)}`:"","."]})]})}var _h=600,yh=2e4,ro=class{constructor(e,n){this.engine=e;this.changed=n}engine;changed;about;text="";draft="";hint="";state={more:!0,until:0,events:0,full:!1,collision:-1};moment={event:-1,at:0,kind:"",station:-1,sentence:"",same:[],earlier:[],counts:[]};charts={at:[],utilisation:[],collisions:[],delay:[]};summary="";story="";complete=!1;view;from=0;to=1;now=0;speed=0;problems=[];trouble="";started=0;loading=!1;loads=0;event=-1;moves=0;asking=!1;told=!1;toldAt=0;async open(e,n=!1,s){let o=++this.loads,i=this.moves;n||(this.draft=e),this.loading=!0,this.changed();let a,l=!1;try{l=await this.engine.free(),a=await this.engine.load("scenario.yaml",e,s??(n?this.about?.network?.path:void 0))}catch(h){return o!==this.loads||(this.loading=!1,this.hint="",this.problems=h instanceof _s?h.problems:[],this.trouble=h instanceof Error?h.message:String(h),this.changed(),l&&this.text&&this.open(this.text,!0)),!1}o===this.loads&&(this.loading=!1);let f=++this.started;a.stations.length!==this.about?.stations.length&&(this.moment={...this.moment,counts:[]}),this.about=a,n&&this.draft===this.text&&(this.draft=e),this.text=e,this.draft===e&&this.settle(),this.speed=0,this.summary=this.story="",this.complete=!1;try{await this.run(f,n,i)}catch(h){if(!(h instanceof nn))throw h}return!0}async run(e,n,s){let o=!0;for(let i=400,a=0;;){let l=await this.engine.run(i);if(e!==this.started)return;if(this.state=l,o&&(l.first||!l.more)){if(o=!1,n?s===this.moves?await this.goTo(Math.min(this.now,l.until),!0):await this.step(this.event):await this.choose(l),e!==this.started)return;this.view=void 0,await this.look(!0)}if((a++%8===0||!l.more)&&(this.charts=await this.engine.charts()),e!==this.started)return;if(this.changed(),!l.more)break;i=yh}this.finish(e)}async choose(e){let n=this.about.bit;this.from=e.first?.from??0,this.to=Math.max(e.first?.to??e.until,this.from+64*n),this.now=this.from,e.collision>=0?(await this.step(e.collision),(this.now>this.to||this.now<this.from)&&(this.from=Math.max(0,this.now-600*n),this.to=this.now+1200*n)):await this.goTo(this.now,!0)}async finish(e){for(let n=1e3;;){let s=performance.now(),{more:o}=await this.engine.runOn(n);if(e!==this.started)return;if(!o)break;performance.now()-s<60&&(n=Math.min(n*2,1<<22))}[this.summary,this.story]=await Promise.all([this.engine.summary(),this.engine.story()]),e===this.started&&(this.complete=!0,this.changed())}async edit(e){if(this.draft!==this.text)return this.hint=this.problems.length||this.trouble&&this.trouble!==this.hint?"Correct the text under Scenario first, or undo it.":"Run the text under Scenario first, or undo it.",this.trouble||=this.hint,this.changed(),this.look(!0),!1;try{return await this.open(await this.engine.edit(e),!0)}catch(n){return n instanceof nn||(this.trouble=n instanceof Error?n.message:String(n),this.changed()),!1}}along(e,n){return this.open(this.text,!1,[e,n])}write(e){this.draft=e,this.changed()}undo(){this.settle(),this.write(this.text)}settle(){this.problems=[],this.trouble=this.hint=""}async look(e=!1){let n=this.view,s=this.to-this.from;if(n&&n.from<=Math.max(0,this.from)&&n.to>=Math.min(this.to,this.state.until+1)&&n.to-n.from<8*s&&(!n.rows||n.to-n.from<4.2*s)&&n.until>=Math.min(this.to,this.state.until)&&!e||this.asking)return;this.asking=!0;let i=this.started;try{let a=Math.max(0,this.from-s),l=this.to+s,f=await this.engine.view(a,l,_h,600);i===this.started&&(this.view=f)}catch(a){a instanceof nn||(this.trouble=String(a))}finally{this.asking=!1}this.changed()}async goTo(e,n=!1){if(this.now=Math.max(0,Math.min(e,Math.max(this.state.until,0))),this.told&&!n)return;this.told=!0;let s=this.started,o=++this.moves,i=this.now;try{let a=await this.engine.at(i);s===this.started&&o===this.moves&&(this.moment=a,this.event=a.event)}finally{this.told=!1}this.changed(),s===this.started&&o===this.moves&&i!==this.now&&!this.speed&&await this.goTo(this.now)}async step(e){this.speed=0;let n=Math.max(-1,Math.min(e,this.state.events-1));this.event=n;let s=this.started,o=++this.moves,i=await this.engine.event(n);s!==this.started||o!==this.moves||(this.moment=i,this.now=n<0?0:this.moment.at,this.show(),this.changed())}show(){let e=this.to-this.from;this.now<this.from+.04*e?this.from=Math.max(0,this.now-.3*e):this.now>this.to-.08*e&&(this.from=this.now-.7*e),this.to=this.from+e}zoom(e,n=this.now){let s=Math.min(Math.max((this.to-this.from)*e,this.about.bit),4e12),o=(n-this.from)/(this.to-this.from);this.from=Math.max(0,n-o*s),this.to=this.from+s,this.changed()}window(e){this.from=Math.max(0,this.now-e*.4),this.to=this.from+e,this.changed()}pan(e){let n=this.to-this.from;this.from=Math.max(0,Math.min(this.from+e,Math.max(this.state.until-n*.1,0))),this.to=this.from+n,this.changed()}tick(e){if(!this.speed)return;let n=this.now+this.speed*e;(n<=0||n>=this.state.until)&&(this.speed=0),this.now=Math.max(0,Math.min(n,this.state.until)),this.show(),!(this.speed&&performance.now()-this.toldAt<100)&&(this.toldAt=performance.now(),this.goTo(this.now))}pace=300;setPace(e){this.pace=e,this.speed&&(this.speed=Math.sign(this.speed)*e*this.about.bit),this.changed()}play(e){this.speed*e>0?this.speed=0:(e>0&&this.now>=this.state.until&&(this.now=0),this.speed=e*this.pace*this.about.bit),this.changed()}async bit(e){this.speed=0;let n=this.about.bit,s=e>0?Math.floor(this.now/n)+e:Math.ceil(this.now/n)+e;await this.goTo(s*n,!0),this.show(),this.changed()}fit(){this.state.first&&(this.from=this.state.first.from,this.to=this.state.first.to),this.changed()}async pick(e,n){let s=[...this.about.stations[e].slots??[],n],o=this.state.failed?.wanted?.at??0;await this.edit({what:"hand",station:e,slots:s})&&await this.step(await this.engine.ask("drawn",{of:e,at:o}))}file(e){return this.engine.file(e)}};var Ti="two-stations-collide",ks=["Network","Scenario","Charts","Figures","Share"],vh=t=>!!t&&(t.scrollHeight>t.clientHeight||t.scrollWidth>t.clientWidth);function kh(){let t=fs(()=>matchMedia("(prefers-color-scheme: dark)"),[]),[e,n]=Rt(t.matches);return rt(()=>{let s=()=>n(t.matches);return t.addEventListener("change",s),()=>t.removeEventListener("change",s)},[]),rt(()=>{document.documentElement.dataset.theme=e?"dark":"light"},[e]),[e,n]}function kl(){let[,t]=Vo(A=>A+1,0),[e,n]=Rt(),[s,o]=Rt(""),[i,a]=Rt("Network"),[l,f]=Rt("lesson:"+Ti),[h,p]=Rt(-1),[m,b]=kh(),[w,k]=Rt(!1);if(rt(()=>{(async()=>{let y=Me.find(G=>G.name===Ti).text,E=await ao.start(),x=new ro(E,()=>{x.view&&n(x),t(0)}),U;try{(U=await hl(location.hash))!==void 0&&(y=U,f(""))}catch{x.trouble="The link is damaged; here is the first lesson instead."}let W=x.trouble;if(!await x.open(y)){let{problems:G,trouble:q,draft:B}=x;await x.open(Me.find(L=>L.name===Ti).text),Object.assign(x,{problems:G,trouble:q,draft:B})}x.trouble||=W,n(x)})().catch(y=>o(y instanceof Error?y.message:String(y))),addEventListener("hashchange",()=>location.reload())},[]),rt(()=>{if(!e)return;let A=y=>{let E=y.target;if(y.ctrlKey||y.metaKey||y.altKey||E.closest("input, textarea, select, [role=tablist]")||vh(E.closest("pre, .scroll"))&&/^(Arrow|Home|End| )/.test(y.key)||y.key===" "&&E.closest("button, summary"))return;let U={" ":()=>e.play(1),b:()=>e.play(-1),ArrowRight:()=>{y.shiftKey?e.bit(1):e.step(e.event+1)},ArrowLeft:()=>{y.shiftKey?e.bit(-1):e.step(e.event-1)},ArrowDown:()=>e.pan((e.to-e.from)/10),ArrowUp:()=>e.pan((e.from-e.to)/10),"+":()=>e.zoom(.5),"=":()=>e.zoom(.5),"-":()=>e.zoom(2),0:()=>e.fit(),Home:()=>{e.step(-1)},End:()=>{e.step(e.state.events-1)},"?":()=>k(W=>!W),Escape:()=>k(!1)}[y.key.length===1?y.key.toLowerCase():y.key];U&&(y.preventDefault(),U())};return addEventListener("keydown",A),()=>removeEventListener("keydown",A)},[e]),s)return g("main",{class:"failed",children:[g("h1",{children:"csmacd lab"}),g("p",{class:"trouble",role:"alert",children:["The engine did not start: ",s]})]});let S=A=>{f(A);let[y,E]=A.split(":"),x=(y==="lab"?Te:Me).find(U=>U.name===E);x&&e&&(p(-1),history.replaceState(null,"",location.href.split("#")[0]),e.open(x.text))},M=l.startsWith("lab:")?Te.find(A=>"lab:"+A.name===l):void 0;return g(Ft,{children:[g("header",{children:[g("h1",{children:["csmacd ",g("span",{children:"lab"})]}),g("label",{children:["open ",g("select",{id:"lesson","aria-label":"Lessons and labs",value:l,onChange:A=>S(A.currentTarget.value),disabled:!e,children:[!l&&g("option",{value:"",children:"a shared scenario"}),g("optgroup",{label:"Lessons",children:Me.map(A=>g("option",{value:"lesson:"+A.name,children:A.title??A.name},A.name))}),Te.length>0&&g("optgroup",{label:"Labs",children:Te.map(A=>g("option",{value:"lab:"+A.name,children:A.title??A.name},A.name))})]})]}),g("span",{class:"spacer"}),g("button",{type:"button","aria-expanded":w,onClick:()=>k(!w),title:"Keys (?)",children:"Keys"}),g("button",{type:"button",id:"dark",onClick:()=>b(!m),children:m?"Light":"Dark"})]}),w&&g(xh,{}),e?g("main",{children:[g("div",{class:"stage",children:[g(_l,{player:e,show:(A,y)=>{a("Scenario"),setTimeout(()=>wl(A,y))}}),M?.question&&g("div",{class:"question",children:[g("b",{children:"Lab:"})," ",M.question,!!M.asks?.length&&g("details",{children:[g("summary",{children:[M.asks.length===1?"1 question":`${M.asks.length} questions`,"; ",g("code",{children:["csmacd lab check ",M.name]})," checks the answers"]}),g("ol",{children:M.asks.map(A=>g("li",{children:A},A))})]})]}),g(La,{player:e,dark:m,chosen:h,choose:p}),g(cl,{dark:m}),g(il,{player:e})]}),g("div",{class:"side",children:[g(al,{player:e}),g(rl,{player:e,chosen:h,choose:p}),g("section",{class:"panel",children:[g("div",{role:"tablist","aria-label":"More",children:ks.map(A=>g("button",{type:"button",role:"tab",id:`tab-${A}`,"aria-selected":i===A,"aria-controls":"tab",tabIndex:i===A?0:-1,onClick:()=>a(A),onKeyDown:y=>{let E=y.key==="ArrowRight"?1:y.key==="ArrowLeft"?-1:0;if(!E)return;y.preventDefault();let x=ks[(ks.indexOf(A)+E+ks.length)%ks.length];a(x),document.getElementById(`tab-${x}`)?.focus()},children:A},A))}),g("div",{id:"tab",role:"tabpanel","aria-labelledby":`tab-${i}`,children:[i==="Network"&&g(gl,{player:e,chosen:h,choose:p}),i==="Scenario"&&g(bl,{player:e}),i==="Charts"&&g(ol,{player:e,dark:m}),i==="Figures"&&g(yl,{player:e}),i==="Share"&&g(vl,{player:e})]})]})]})]}):g("main",{class:"starting",children:g("p",{role:"status",children:"Starting the engine \u2026"})})]})}function xh(){return g("aside",{class:"keys","aria-label":"Keys",children:[g("dl",{children:[["\u2192 \u2190","step by one event"],["Shift \u2192 \u2190","step by one bit time"],["Space, B","play, play backwards"],["\u2191 \u2193","move the window"],["+ \u2212","zoom"],["0","show the first window"],["Home, End","go to the beginning, the end"],["?","show these keys"]].map(([e,n])=>g("div",{children:[g("dt",{children:e}),g("dd",{children:n})]},e))}),g("p",{class:"small",children:"Mouse: the wheel zooms; with Shift it moves the window. Drag the picture to move it. Drag a name to move its station. Click an instant to go to it."})]})}pa(g(kl,{}),document.getElementById("page"));})();
