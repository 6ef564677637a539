// Package tap is where real Linux stations meet: TAP devices, which hand over the
// frames that a network interface sends and take those that it is to receive.
//
// A [Device] is such an interface. It carries Ethernet frames without preamble and
// FCS, as the kernel has them; [github.com/csmacd/csmacd/phy.AppendFCS] adds what
// goes on a wire.
package tap
