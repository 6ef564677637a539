module example.com/policy

go 1.26.3

require github.com/csmacd/csmacd v0.0.0

require github.com/HdrHistogram/hdrhistogram-go v1.4.0 // indirect

replace github.com/csmacd/csmacd => ../..
