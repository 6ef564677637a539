module example.com/policy

go 1.26.3

require github.com/csmacd/csmacd v0.0.0

replace github.com/csmacd/csmacd => ../..
