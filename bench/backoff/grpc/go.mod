module google.golang.org/grpc/exponential

go 1.26.0

require google.golang.org/grpc v1.85.0
