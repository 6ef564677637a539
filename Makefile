# Everything a developer runs. `make` builds csmacd into ./bin.
GO ?= go

.PHONY: all build test bench lint fuzz exact clean
all: build

build:
	$(GO) build -o bin/ ./cmd/csmacd

# All tests. Those that need a tool (tshark) or a privilege skip, saying so, where it
# is missing; .ci/run installs and grants what they need.
test:
	$(GO) test -race ./...

# The engine's benchmarks; bench/README.md says how to read them.
bench:
	$(GO) test -run '^$$' -bench . ./bench ./medium/bus

lint:
	test -z "$$(gofmt -l .)"
	$(GO) vet ./...
	$(GO) run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...

# Each fuzz target for a while: make fuzz FUZZTIME=10m
FUZZTIME ?= 20s
fuzz:
	for p in $$($(GO) list ./...); do \
		for f in $$($(GO) test -list '^Fuzz' $$p | grep '^Fuzz'); do \
			$(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) $$p || exit 1; \
		done; \
	done

# The engine against the stepped reference of clause 4: make exact CASES=1000000
CASES ?= 100000
exact:
	$(GO) test -run '^TestEngine$$' -timeout 0 -v ./internal/clause4 -rapid.checks=$(CASES)
	@echo "$(CASES) random networks: the same events and counters on both"

clean:
	rm -rf bin
