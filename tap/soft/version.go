package soft

// Version names the TCP/IP stack. With another one, runs in virtual time have other results.
const Version = "gvisor v0.0.0-20260905035102-160fafc42237"
