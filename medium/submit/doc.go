// Package submit is a queue of jobs behind a table of file descriptors, and the clients that
// submit to it, each one job after the other. Where the clients need more descriptors than
// there are, the queue crashes and takes everybody's attempts with it: the thing that all
// share is destroyed by asking for it, as a frame is on a cable. Thain and Livny drew the
// comparison in "The Ethernet Approach to Grid Computing" (HPDC 2003), with Condor's schedd
// for the queue and ftsh, the fault tolerant shell, for the clients, and named three disciplines:
//
//   - [Fixed]: try again at once, whatever happens;
//   - [Aloha]: after a failure back off, by ftsh's rule;
//   - [Ethernet]: as Aloha, and look before trying: too few descriptors free means defer.
//
// # The model
//
// A client starts an attempt, which takes [Config.Startup] until it reaches the queue. There:
//
//   - The queue is down: the attempt is refused.
//   - [Config.PerJob] descriptors are left: the attempt takes them and waits. The queue serves
//     attempts in the order in which they came, one after the other, [Config.Service] each.
//     Served means submitted: the descriptors are free again, and the client starts with
//     its next job at once.
//   - They are not: the queue crashes. All attempts in it are aborted, the one that came has
//     failed with them, and the queue is down for [Config.Down], with all descriptors free.
//
// Who was refused or aborted, or had the queue crash, asks the policy how long to wait before the
// same job is started again. A client of the Ethernet discipline looks at the free descriptors as it
// starts, not as it arrives: below [Config.SenseBelow] it defers, and waits as after a
// failure. What it looks at is Startup old when it matters, so that sensing helps and does not
// save: Ethernet's own collision window.
//
// All clients come to be started during the first Startup, each at an instant of its own drawn
// uniformly from it. Nothing else is drawn but the policy's waits.
//
// # The reconstruction
//
// The rules above are worked out from figures of real ftsh scripts against a mock queue (the
// paper's scenario at a tenth of its scale; testdata):
//
//   - Attempts count on arrival, and hold descriptors from then on: 20 clients have 1199
//     attempts of which 1189 were served, so that 10 wait and 10 start; and 45 clients do
//     not exhaust a table for 40.
//   - The queue crashes as the 41st comes, and aborts 40: there are 40 aborted to every crash,
//     and submitted + refused + aborted + crashes = attempts, exactly, of 50 fixed clients and of 80.
//   - Fixed means no wait, but every attempt's start takes its second: 50 fixed clients were refused
//     4487 times in 22 times 5 s, each once in 1.2 s.
//   - Starts are spread, since 41 clients at one instant would crash the queue, and 45 did not.
//   - An attempt that arrives at the very instant at which another is served comes too early
//     for its descriptors. Of exactly 50 clients every arrival is such a tie; the other way
//     round Aloha has one crash there, and the real one has four.
//
// Jobs and attempts are within 2.5 % of the real ones as long as the table suffices. Past that
// jobs and attempts of Aloha and Ethernet, and attempts and refusals of fixed retry, are within a tenth of
// the attempts, and crashes within two. Of fixed retry's jobs, 114 to 33 there, the model has but 9 to 5: its clients
// come back from a crash in one instant, and real processes take a moment to start.
package submit
