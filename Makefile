# Everything a developer runs. `make` builds csmacd into ./bin.
GO ?= go

.PHONY: all build profile engine docs test tours race bench peers examples live-bench lint fuzz exact conformance page page-bench site dist image clean
all: build

# Without tables for debuggers and the paths of this machine, which are a quarter of the
# binary: make LDFLAGS= keeps the tables.
LDFLAGS ?= -s -w
PGO ?= auto
build:
	$(GO) build -trimpath -pgo $(PGO) -ldflags "$(LDFLAGS)" -o bin/ ./cmd/csmacd

# A profile of the engine, for a csmacd that simulates about 15 % faster and takes a minute and a half
# of processor time more to build: make profile, then make PGO=bin/engine.pgo
profile:
	mkdir -p bin
	$(GO) test -trimpath -run '^$$' -bench 'Saturated|Observer|Trace' -benchtime 0.2s \
		-cpuprofile bin/engine.pgo -o bin/bench.test ./bench

# The hash of the engine's sources, which stands in every result and keys the records of campaigns. Needed after any
# change in phy, mac or medium, or in what they import; a test says so.
engine:
	$(GO) generate ./internal/engine

# What csmacd writes into the docs: pages of docs/reference from its own data, what its commands print and draw, and
# figures of speed copied from bench. Needed after a change of any of them; a test says so.
docs:
	$(GO) test -run '^TestGenerated|^TestCopies$$' ./docs -update
	$(GO) test -run '^TestDocs$$|^TestGenerated|^TestDiagramsOfTheGuide$$' ./cmd/csmacd -update

# The tests, in some minutes. Those that need a tool (tshark) or a privilege skip, saying so, where it is missing; .ci/run
# installs and grants what they need. make test PACKAGES=./medium/... tests fewer.
TESTFLAGS ?=
PACKAGES ?= ./...
test:
	$(GO) test -timeout 25m $(TESTFLAGS) $(PACKAGES)

# The tests that go through all of the page in a browser: every lesson and lab is done, every scenario of the menu run.
tours:
	CSMACD_TEST_TOURS=1 $(GO) test -timeout 25m -run '^Test(LabsByKeyboard|DigestsAreThoseOfTheCommandLine|LessonsBy.*|AMillionEvents|TextsDoNotOverlap|FirefoxFromAFolder)$$' $(TESTFLAGS) ./internal/page

# The tests of what starts goroutines, with the race detector: it needs cgo and a C compiler.
race:
	.ci/race all $(TESTFLAGS)

# The engine's benchmarks, then the backoff draw beside other libraries' (a module of its
# own, which fetches them); bench/README.md says how to read them.
bench:
	$(GO) test -run '^$$' -bench . ./bench ./medium/bus
	cd bench/backoff && $(GO) test -bench .

# csmacd beside ns-2 and ns-3, which are installed from Debian where that can be done:
# make peers PEERS="-cells '24,1518 256,64'"; the whole grid takes an hour and more.
peers:
	sh bench/peers/install
	$(GO) run ./bench/peers $(PEERS)
	$(GO) run ./bench/peers -tcp

# Programs outside, each a module of its own: they run, and their go.mod is tidy.
examples:
	for d in examples/*/; do (cd $$d && $(GO) mod tidy -diff && $(GO) vet ./... && $(GO) test ./...) || exit 1; done

# What live hosts get of a cable, and what it costs: as root on Linux, with iperf3; two
# minutes, or make live-bench LIVE=-quick.
live-bench:
	$(GO) run ./bench/live $(LIVE)

lint:
	test -z "$$(gofmt -l .)"
	$(GO) vet ./...
	$(GO) test -run '^TestPlainWords$$' ./docs
	$(GO) run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...

# Each fuzz target for a while: make fuzz FUZZTIME=10m
FUZZTIME ?= 20s
fuzz:
	for p in $$($(GO) list ./...); do \
		for f in $$($(GO) test -list '^Fuzz' $$p | grep '^Fuzz'); do \
			$(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x $$p || exit 1; \
		done; \
	done

# The engine against the stepped reference of clause 4 on random networks, on all
# processors. It prints how many networks and events it compared, and a network on
# which the two differ as a scenario. Then the engine against itself on a tenth as many: with an
# observer and without, and forgetting early and late; scenarios drawn from the schema; and transfers by TCP a thousand times, with 1 to 8
# processors. make exact CASES=20000 takes minutes.
CASES ?= 1000000
exact:
	$(GO) test -run '^TestEngine$$' -timeout 0 -v ./internal/clause4 -rapid.checks=$(CASES)
	$(GO) test -run '^TestNetworks$$' -timeout 0 -v ./internal/clause4 -rapid.checks=$$(($(CASES) / 10))
	$(GO) test -run '^TestPLCANetworks$$' -timeout 0 -v ./internal/clause148 -rapid.checks=$$(($(CASES) / 10))
	$(GO) test -run '^Test(AnObserverChangesNothing|RoundsAgreeWithInstants|ForgettingChangesNothing)$$' -timeout 0 -v ./medium/bus \
		-rapid.checks=$$(($(CASES) / 10))
	$(GO) test -run '^TestScenariosOfTheGrammar$$' -timeout 0 -v ./internal/scenario -rapid.checks=$$(($(CASES) / 100))
	$(GO) test -run '^TestManyRunsAreTheSame$$' -timeout 0 -v ./tap/soft -runs=1000

# The page that says how the engine stands on 802.3, written by the checks that it tells
# of. It takes minutes; where a check fails the page stays as it was.
conformance:
	$(GO) run ./internal/conformance >docs/conformance.md.new || { rm -f docs/conformance.md.new; exit 1; }
	mv docs/conformance.md.new docs/conformance.md

# The page of csmacd lab, made anew from web and from the engine: with node and npm. What it
# makes, internal/page/dist, is committed, so that csmacd needs neither.
page:
	cd web && npm ci --ignore-scripts && npx tsc --noEmit && node build.mjs

# How fast the page is in a real browser: the first picture, painting, stepping, dragging, a million events.
page-bench:
	CSMACD_PAGE_BENCH=1 $(GO) test -v -count 1 -run TestPageBench ./internal/page

# The documentation, the labs, the page and the packages as one folder that a browser shows, with
# or without a server: bin/site/index.html. A dead link is an error.
site:
	rm -rf bin/site
	$(GO) run ./internal/site bin/site

# What users install, in bin/dist: an archive for each platform, Debian and rpm packages, bills of materials and
# checksums. The same commit and Go release give the same octets. make dist PLATFORMS=linux/amd64 makes less.
PLATFORMS ?=
dist:
	cd packaging && $(GO) run . $(if $(PLATFORMS),-platforms $(PLATFORMS))

# A container image of the static binary, by buildah, podman or docker; TAG names it.
TAG ?= csmacd:0.1.0
BUILDER ?= $(firstword $(foreach b,buildah podman docker,$(if $(shell command -v $(b)),$(b))))
image:
	@test -n "$(BUILDER)" || { echo "make image needs buildah, podman or docker" >&2; exit 1; }
	rm -rf bin/image && mkdir -p bin/image
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags "-s -w" -o bin/image/csmacd ./cmd/csmacd
	cp LICENSE packaging/Dockerfile bin/image
	cp internal/licenses/third-party.txt bin/image/THIRD-PARTY.txt
	$(BUILDER) build --file bin/image/Dockerfile --tag $(TAG) bin/image

clean:
	rm -rf bin
