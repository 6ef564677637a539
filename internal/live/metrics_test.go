package live

import (
	"compress/gzip"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	prommodel "github.com/prometheus/common/model"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
	"github.com/csmacd/csmacd/tap"
)

// serve serves a source's metrics until the test ends.
func serve(t *testing.T, s Source) (address string) {
	closer, address, err := ServeMetrics("127.0.0.1:0", s)
	require.NoError(t, err)
	t.Cleanup(func() { closer.Close() })
	return address
}

// scrape reads metrics as Prometheus does.
func scrape(t *testing.T, address string) map[string]*dto.MetricFamily {
	t.Helper()
	client := http.Client{Timeout: patience}
	r, err := client.Get("http://" + address + "/metrics")
	require.NoError(t, err)
	defer r.Body.Close()
	require.Equal(t, http.StatusOK, r.StatusCode)
	parser := expfmt.NewTextParser(prommodel.UTF8Validation)
	families, err := parser.TextToMetricFamilies(r.Body)
	require.NoError(t, err)
	return families
}

// value gives the value of a metric, of a station where one is named.
func value(t *testing.T, families map[string]*dto.MetricFamily, name, medium, station string) float64 {
	t.Helper()
	for _, m := range families["csmacd_"+name].GetMetric() {
		labels := map[string]string{}
		for _, l := range m.GetLabel() {
			labels[l.GetName()] = l.GetValue()
		}
		if labels["medium"] == medium && labels["station"] == station {
			return m.GetCounter().GetValue() + m.GetGauge().GetValue()
		}
	}
	t.Fatalf("no metric %s of %q, station %q", name, medium, station)
	return 0
}

// All that a scrape says is what the snapshot says.
func TestAScrapeIsTheSnapshot(t *testing.T) {
	f := saturated(6)
	f.edit = func(s *Snapshot) {
		s.Figures.Behind, s.Figures.Stalls, s.Figures.Speed = 1.5, 3, 0.75
		s.Figures.Hosts[1] = tap.Passage{Station: "h2", In: 1, TooShort: 2, TooLong: 3, Dropped: 4, Out: 5, NotTaken: 6, Absent: 7, Left: "gone"}
		s.Figures.Hosts[0].Waiting = true
	}
	s := f.Snapshot()
	got := scrape(t, serve(t, given(s)))
	is := func(want float64, name, station string) {
		t.Helper()
		assert.Equal(t, want, value(t, got, name, "a cable", station), name)
	}
	m := &s.Result.Medium
	for name, want := range map[string]uint64{
		"medium_frames_offered_total": m.FramesOffered, "medium_frames_sent_total": m.FramesSent,
		"medium_frames_delivered_total": m.FramesDelivered, "medium_frames_lost_total": m.FramesLost,
		"medium_frames_dropped_total": m.FramesDropped, "medium_frames_queued": m.FramesQueued,
		"medium_attempts_total": m.Attempts, "medium_collisions_total": m.Collisions, "stalls_total": 3,
	} {
		is(float64(want), name, "")
	}
	for name, want := range map[string]float64{
		"medium_throughput": m.Throughput, "medium_share_success": m.ShareSuccess, "medium_share_collision": m.ShareCollision,
		"medium_share_idle": m.ShareIdle, "medium_offered_load": m.OfferedLoad, "medium_jain": m.Jain,
		"simulated_seconds_total": 0.25, "wall_seconds_total": 0.25, "speed": 0.75, "behind_seconds": 1.5, "pacing_error_max_seconds": 900e-6,
	} {
		is(want, name, "")
	}
	require.NotZero(t, m.Collisions)
	for i := range s.Result.Stations {
		st := &s.Result.Stations[i]
		for _, field := range reflect.VisibleFields(reflect.TypeFor[mac.Counters]()) {
			is(float64(reflect.ValueOf(st.Counters).FieldByIndex(field.Index).Uint()), field.Name+"_total", st.Name)
		}
		is(float64(st.FramesOffered), "station_frames_offered_total", st.Name)
		is(float64(st.FramesDelivered), "station_frames_delivered_total", st.Name)
		is(float64(st.OctetsDelivered), "station_octets_delivered_total", st.Name)
		is(float64(st.FramesDropped), "station_frames_dropped_total", st.Name)
		is(float64(st.FramesQueued), "station_queue_frames", st.Name)
		is(float64(collisions(st)), "station_collisions_total", st.Name)
	}
	for name, want := range map[string]float64{
		"host_frames_in_total": 1, "host_too_short_total": 2, "host_too_long_total": 3, "host_dropped_by_host_total": 4,
		"host_frames_out_total": 5, "host_not_taken_total": 6, "host_absent_total": 7, "host_present": 0,
	} {
		is(want, name, "h2")
	}
	is(0, "host_present", "h1")
	is(1, "host_present", "h3")

	pacing := got["csmacd_pacing_error_seconds"].GetMetric()[0].GetSummary()
	assert.EqualValues(t, 1000, pacing.GetSampleCount())
	assert.InDelta(t, 0.04, pacing.GetSampleSum(), 1e-12)
	assert.Equal(t, 0.5, pacing.GetQuantile()[0].GetQuantile())
	assert.InDelta(t, 35e-6, pacing.GetQuantile()[0].GetValue(), 1e-12)
	assert.InDelta(t, 210e-6, pacing.GetQuantile()[1].GetValue(), 1e-12)
	delay := got["csmacd_medium_delay_seconds"].GetMetric()[0].GetSummary()
	assert.Equal(t, s.Result.Delay.Count, delay.GetSampleCount())
	assert.InDelta(t, s.Result.Delay.P95/1e6, delay.GetQuantile()[1].GetValue(), 1e-12)
	assert.InDelta(t, s.Result.Delay.Mean/1e6, delay.GetSampleSum()/float64(delay.GetSampleCount()), 1e-9)

	// And nothing else is there that nobody has compared.
	assert.Len(t, got, 14+20+6+6+10+4)
}

// The counters that the stations keep are sums of what the whole medium keeps, in a
// scrape as in a result: nobody can have confused two figures.
func TestStationsAddUpInAScrape(t *testing.T) {
	got := scrape(t, serve(t, given(saturated(5).Snapshot())))
	sum := func(name string) (sum float64) {
		for _, m := range got["csmacd_"+name].GetMetric() {
			sum += m.GetCounter().GetValue() + m.GetGauge().GetValue()
		}
		return sum
	}
	assert.Equal(t, sum("medium_frames_sent_total"), sum("FramesTransmittedOK_total"))
	assert.Equal(t, sum("medium_frames_offered_total"), sum("station_frames_offered_total"))
	assert.Equal(t, sum("medium_frames_queued"), sum("station_queue_frames"))
	assert.Equal(t, sum("medium_frames_dropped_total"), sum("station_frames_dropped_total"))
}

// Prometheus' own linter finds nothing but the standard's names.
func TestLint(t *testing.T) {
	var e exposition
	writeMetrics(&e, saturated(2).Snapshot())
	problems, err := promlint.New(&e).Lint()
	require.NoError(t, err)
	named := map[string]bool{}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[mac.Counters]()) {
		named["csmacd_"+f.Name+"_total"] = true
	}
	for _, p := range problems {
		assert.True(t, named[p.Metric] && strings.Contains(p.Text, "camelCase"), "%s: %s", p.Metric, p.Text)
	}
	assert.Len(t, problems, len(named)-1, "all names of clause 30 are CamelCase; Fragments, of RFC 2819, is one word")
}

// Each counter of the MAC says what it counts, and none says what another does.
func TestCountersSayWhatTheyCount(t *testing.T) {
	families := scrape(t, serve(t, given(saturated(2).Snapshot())))
	fields := reflect.VisibleFields(reflect.TypeFor[mac.Counters]())
	said := map[string]string{}
	for _, f := range fields {
		help := families["csmacd_"+f.Name+"_total"].GetHelp()
		assert.Regexp(t, `^[A-Z].{15,90}\.$`, help, f.Name)
		assert.Empty(t, said[help], f.Name)
		said[help] = f.Name
	}
	assert.Len(t, clause30, len(fields), "and nothing is said of one that is not there")
}

func TestOddLabels(t *testing.T) {
	s := odd()
	got := scrape(t, serve(t, given(s)))
	assert.Equal(t, float64(s.Result.Stations[0].FramesOffered),
		value(t, got, "station_frames_offered_total", "two\n\"quoted\\ \x1b[31mred\x1b[0m 電線 \ufffd", "\x1b[2Jh\t1{}"))
}

func TestNoFiguresBeforeTheRunBegins(t *testing.T) {
	assert.Empty(t, scrape(t, serve(t, given(nil))))
}

// A metric that cannot be made does not take the others with it.
func TestTwoStationsOfOneName(t *testing.T) {
	s := saturated(3).Snapshot()
	s.Result.Stations[1].Name = "h1"
	got := scrape(t, serve(t, given(s)))
	assert.Equal(t, float64(s.Result.Medium.Attempts), value(t, got, "medium_attempts_total", "a cable", ""))
	assert.Equal(t, float64(s.Result.Stations[2].FramesOffered), value(t, got, "station_frames_offered_total", "a cable", "h3"))
}

func TestNumbersAreFinite(t *testing.T) {
	f := saturated(2)
	f.step = 0 // no time has passed
	f.edit = func(s *Snapshot) { s.Figures.PacingError = tap.Lateness{} }
	for name, family := range scrape(t, serve(t, f)) {
		for _, m := range family.GetMetric() {
			x := m.GetCounter().GetValue() + m.GetGauge().GetValue() + m.GetSummary().GetSampleSum()
			assert.False(t, math.IsNaN(x) || math.IsInf(x, 0), name)
		}
	}
}

// Scrapes while the run goes on, and by several.
func TestScrapesAtOnce(t *testing.T) {
	f := saturated(8)
	f.step = phy.Millisecond
	address := serve(t, f)
	var all sync.WaitGroup
	for range 4 {
		all.Add(1)
		go func() {
			defer all.Done()
			for range 5 {
				r, err := http.Get("http://" + address + "/metrics")
				if assert.NoError(t, err) {
					assert.Contains(t, []int{http.StatusOK, http.StatusServiceUnavailable}, r.StatusCode)
					_, _ = io.Copy(io.Discard, r.Body)
					r.Body.Close()
				}
			}
		}()
	}
	all.Wait()
}

// A page is compressed for those that can read it.
func TestCompressedScrapes(t *testing.T) {
	address := serve(t, given(saturated(2).Snapshot()))
	for accept, want := range map[string]string{"": "", "gzip": "gzip", "br, gzip;q=0.5": "gzip", "gzip;q=0, identity": "", "gzip;q=x": "", "zstd": ""} {
		r, err := http.NewRequest(http.MethodGet, "http://"+address+"/metrics", nil)
		require.NoError(t, err)
		r.Header.Set("Accept-Encoding", accept)
		answer, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		assert.Equal(t, want, answer.Header.Get("Content-Encoding"), accept)
		page := io.Reader(answer.Body)
		if want != "" {
			page, err = gzip.NewReader(answer.Body)
			require.NoError(t, err)
		}
		text, err := io.ReadAll(page)
		answer.Body.Close()
		require.NoError(t, err)
		assert.Contains(t, string(text), "# TYPE csmacd_medium_attempts_total counter\n", accept)
	}
}

// More scrapes than are answered at once are refused.
func TestScrapesAreBounded(t *testing.T) {
	asked, answer := make(chan struct{}), make(chan struct{})
	h := MetricsHandler(SourceFunc(func() *Snapshot { asked <- struct{}{}; <-answer; return nil }))
	ask := func() int {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		return w.Code
	}
	codes := make(chan int)
	for range scrapesAtOnce {
		go func() { codes <- ask() }()
		<-asked
	}
	assert.Equal(t, http.StatusServiceUnavailable, ask())
	close(answer)
	for range scrapesAtOnce {
		assert.Equal(t, http.StatusOK, <-codes)
	}
}

func TestOtherPaths(t *testing.T) {
	address := serve(t, given(nil))
	for path, want := range map[string]int{"/": 200, "/metrics": 200, "/else": 404} {
		r, err := http.Get("http://" + address + path)
		require.NoError(t, err)
		r.Body.Close()
		assert.Equal(t, want, r.StatusCode, path)
	}
	r, err := http.Post("http://"+address+"/metrics", "text/plain", nil)
	require.NoError(t, err)
	r.Body.Close()
	assert.Equal(t, http.StatusMethodNotAllowed, r.StatusCode)
}

// A name that somebody else has made to lead here is not answered.
func TestMetricsOfThisMachineOnly(t *testing.T) {
	address := serve(t, given(nil))
	_, port, err := net.SplitHostPort(address)
	require.NoError(t, err)
	for host, want := range map[string]int{address: 200, "localhost:" + port: 200, "LOCALHOST": 200, "[::1]:" + port: 200, "192.0.2.7": 200,
		"evil.example:" + port: 403, "evil.example": 403, "localhost.evil.example": 403, "127.0.0.1.evil.example": 403} {
		r, err := http.NewRequest(http.MethodGet, "http://"+address+"/", nil)
		require.NoError(t, err)
		r.Host = host
		answer, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		answer.Body.Close()
		assert.Equal(t, want, answer.StatusCode, host)
	}
	for _, host := range []string{"tap7.lab.example", "tap7", "TAP7:9464", "metrics.example:80"} {
		assert.True(t, rightHost(host, "metrics.example", "tap7.lab.example"), host)
	}
	for _, host := range []string{"", "tap8", "lab.example", "tap7.evil.example", ":80"} {
		assert.False(t, rightHost(host, "", "tap7.lab.example"), host)
	}
}

func TestServeMetricsSaysWhatIsWrong(t *testing.T) {
	taken := serve(t, given(nil))
	for address, says := range map[string]string{
		taken:             "in use",
		"9464":            "give HOST:PORT",
		"":                "give HOST:PORT",
		"127.0.0.1":       "give HOST:PORT",
		"127.0.0.1:http9": "give HOST:PORT",
		"127.0.0.1:70000": "give HOST:PORT",
		"127.0.0.1:-1":    "give HOST:PORT",
		"192.0.2.1:9464":  "not an address of this machine",
	} {
		_, _, err := ServeMetrics(address, given(nil))
		assert.ErrorContains(t, err, says, address)
		assert.ErrorContains(t, err, "metrics: ", address)
	}
}

// Close waits neither for a client that only connects nor for a run that gives no
// snapshot, and the port is free again.
func TestCloseMetrics(t *testing.T) {
	never := make(chan struct{})
	defer close(never)
	closer, address, err := ServeMetrics("127.0.0.1:0", SourceFunc(func() *Snapshot { <-never; return nil }))
	require.NoError(t, err)
	idle, err := net.Dial("tcp", address)
	require.NoError(t, err)
	defer idle.Close()
	asking, err := net.Dial("tcp", address)
	require.NoError(t, err)
	defer asking.Close()
	fmt.Fprintf(asking, "GET /metrics HTTP/1.1\r\nHost: %s\r\n\r\n", address)
	since := time.Now()
	require.NoError(t, closer.Close())
	assert.Less(t, time.Since(since), patience)
	l, err := net.Listen("tcp", address)
	require.NoError(t, err)
	l.Close()
}
