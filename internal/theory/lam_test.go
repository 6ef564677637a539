package theory

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// chainRow is a row of testdata/lam_chain_N400.json.
type chainRow struct {
	N           int
	Ns, K, R, S float64
	Backlog     float64  `json:"mean_backlog"`
	Throughput  float64  `json:"throughput"`
	Delay       *float64 `json:"delay_slots"`
	Equilibria  [][2]any
	Verdict     string
	Exit        *float64 `json:"FET_slots"`
	Limit       int      `json:"n_c"`
}

func chainRows(t *testing.T) (rows []chainRow) {
	text, err := os.ReadFile("testdata/lam_chain_N400.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &rows))
	require.Len(t, rows, 104)
	return rows
}

// The reference is written to 5, 6, 4 and 3 places, and exit times to 6 figures: what is
// computed here is within half of the last, and a rounding of the reference's own.
func TestLamIsTheReferenceChain(t *testing.T) {
	verdicts := map[string]Verdict{"stable": Stable, "bistable(unstable)": Bistable, "overloaded(saturated)": Overloaded}
	for _, r := range chainRows(t) {
		l := Lam{Users: r.N, S: r.Ns / float64(r.N), P: OverWindow(r.K, r.R), R: r.R}
		throughput, backlog, delay := l.Means()
		require.InDelta(t, r.Throughput, throughput, 0.51e-6, "%+v", r)
		require.InDelta(t, r.Backlog, backlog, 0.51e-5, "%+v", r)
		if r.Delay != nil {
			// By the balance of what comes and goes, (N-n) s = S; the reference's own solver is
			// off it by as much where hardly anything gets through.
			require.InEpsilon(t, float64(r.N)/throughput-1/l.S+1, delay, 1e-9, "%+v", r)
			within := 1e-6
			if *r.Delay > 1e12 {
				within = 2e-6
			}
			require.InDelta(t, *r.Delay, delay, 0.51e-4+within**r.Delay, "%+v", r)
		}
		list := l.Equilibria()
		require.Len(t, list, len(r.Equilibria), "%+v: %+v", r, list)
		for i, e := range r.Equilibria {
			require.InDelta(t, e[0], list[i].Backlog, 0.0006, "%+v", r)
			require.Equal(t, e[1], list[i].Stable)
		}
		v, limit := l.Judge(list)
		require.Equal(t, verdicts[r.Verdict], v)
		require.Equal(t, r.Limit, limit)
		if r.Exit != nil {
			require.InEpsilon(t, *r.Exit, l.FirstExit(limit), 5e-6, "%+v", r)
		}
	}
}

// dense solves the chain as a linear system, without what is known of its shape.
func dense(l *Lam) (p *mat.Dense) {
	rows := l.rows()
	p = mat.NewDense(len(rows), len(rows), nil)
	for n, r := range rows {
		stay := 1 - r.down
		if n > 0 {
			p.Set(n, n-1, r.down)
		}
		for k := 1; k < len(r.up); k++ {
			p.Set(n, n+k, r.up[k])
			stay -= r.up[k]
		}
		p.Set(n, n, stay)
	}
	return p
}

func chains(t *rapid.T) *Lam {
	return &Lam{Users: rapid.IntRange(2, 12).Draw(t, "users"), S: rapid.Float64Range(0.01, 0.9).Draw(t, "s"), P: rapid.Float64Range(0.02, 0.7).Draw(t, "p")}
}

func TestStationaryIsTheLinearSystem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := chains(t)
		pi := l.Stationary()
		var next mat.VecDense
		next.MulVec(dense(l).T(), mat.NewVecDense(len(pi), pi))
		sum := 0.0
		for i, v := range pi {
			require.InDelta(t, v, next.AtVec(i), 1e-13)
			sum += v
		}
		require.InDelta(t, 1, sum, 1e-13)
	})
}

// Mean times to leave are (I - Q)^-1 1, with Q the states that are not left.
func TestFirstExitIsTheLinearSystem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := chains(t)
		limit := rapid.IntRange(0, min(4, l.Users-1)).Draw(t, "limit")
		p := dense(l)
		var a mat.Dense
		a.Scale(-1, p.Slice(0, limit+1, 0, limit+1))
		one := mat.NewVecDense(limit+1, nil)
		for i := range limit + 1 {
			a.Set(i, i, 1+a.At(i, i))
			one.SetVec(i, 1)
		}
		var times mat.VecDense
		err := times.SolveVec(&a, one)
		if c, ill := err.(mat.Condition); ill && float64(c) > 1e8 {
			t.Skip("the dense solver is not exact enough here")
		}
		require.InEpsilon(t, times.AtVec(0), l.FirstExit(limit), 1e-6)
	})
}

// However large or small its probabilities are, a chain comes to figures.
func TestLamAtItsEdges(t *testing.T) {
	for _, l := range []Lam{{Users: 1, S: 1, P: 1}, {Users: 1, S: 0.1, P: 0.5}, {Users: 2, S: 1, P: 1}, {Users: 3, S: 1, P: 0.5},
		{Users: 2000, S: 0.3 / 2000, P: 1}, {Users: 500, S: 1, P: 1e-9}, {Users: 2000, S: 1e-12, P: 0.5}, {Users: 500, S: 0.5, P: 0.999999}} {
		require.NoError(t, l.Check())
		throughput, backlog, delay := l.Means()
		require.True(t, throughput >= 0 && throughput <= 1, "%+v: %v", l, throughput)
		require.True(t, backlog >= 0 && backlog <= float64(l.Users)*(1+1e-12), "%+v: %v", l, backlog)
		require.True(t, delay >= 1, "%+v: %v", l, delay)
		list := l.Equilibria()
		require.NotEmpty(t, list, "%+v", l)
		_, limit := l.Judge(list)
		require.True(t, l.FirstExit(limit) >= 1, "%+v: %v", l, l.FirstExit(limit))
	}
	for _, l := range []Lam{{}, {Users: MostUsers + 1, S: 0.1, P: 0.1}, {Users: 1, S: 2, P: 1}, {Users: 1, S: 1, P: 0}, {Users: 1, S: 1, P: 1, R: -1}} {
		require.Error(t, l.Check())
	}
}

// K(400, s) lies where the reference's verdicts change: between 100 and 150 for
// N s of 0.1 to 0.25, between 150 and 200 above.
func TestStableWindow(t *testing.T) {
	for load, between := range map[float64][2]int{0.1: {100, 150}, 0.25: {100, 150}, 0.3: {150, 200}, 0.4: {150, 200}} {
		k := StableWindow(400, load/400, 0, 10_000)
		require.Greater(t, k, between[0])
		require.LessOrEqual(t, k, between[1])
	}
	require.Zero(t, StableWindow(400, 0.3/400, 0, 100))
}
