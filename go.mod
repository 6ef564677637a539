module github.com/csmacd/csmacd

go 1.26
