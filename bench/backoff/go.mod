module github.com/csmacd/csmacd/bench/backoff

go 1.26.3

replace github.com/csmacd/csmacd => ../..

replace google.golang.org/grpc/exponential => ./grpc

require (
	github.com/avast/retry-go/v5 v5.1.1
	github.com/aws/aws-sdk-go-v2 v1.47.7
	github.com/cenkalti/backoff/v4 v4.3.0
	github.com/cenkalti/backoff/v7 v7.0.3
	github.com/csmacd/csmacd v0.0.0
	github.com/eapache/go-resiliency v1.7.0
	github.com/failsafe-go/failsafe-go v0.9.8
	github.com/hashicorp/go-retryablehttp v0.7.8
	github.com/jpillora/backoff v1.1.0
	github.com/sethvargo/go-retry v0.5.0
	google.golang.org/grpc v1.85.0
	google.golang.org/grpc/exponential v0.0.0
	k8s.io/apimachinery v0.37.2
)

require (
	github.com/aws/smithy-go v1.28.8 // indirect
	github.com/bits-and-blooms/bitset v1.24.4 // indirect
	github.com/go-logr/logr v1.4.4 // indirect
	github.com/hashicorp/go-cleanhttp v0.5.2 // indirect
	k8s.io/klog/v2 v2.140.0 // indirect
	k8s.io/utils v0.0.0-20260626114624-be93311217bd // indirect
)
