package compare

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/experiment/metric"
	"github.com/csmacd/csmacd/medium"
)

// figures adds all figures of two results except those of single stations.
func (t *twoResults) figures(a, b *medium.Result) {
	both := func(prefix string, a, b any) { t.fields(prefix, reflect.ValueOf(a), reflect.ValueOf(b)) }
	x, y := float64(a.SimulatedPs)/1e6, float64(b.SimulatedPs)/1e6
	t.add("simulated_us", &x, &y)
	both("", a.Medium, b.Medium)
	both("access_delay_us.", a.AccessDelay, b.AccessDelay)
	both("delay_us.", a.Delay, b.Delay)
	both("", metric.Counters(a), metric.Counters(b))
	t.flows(a, b)
	// If only one result has a group, its figures have no others to compare with.
	group := func(r *medium.Result, name string) *medium.GroupResult {
		for i := range r.Groups {
			if r.Groups[i].Name == name {
				return &r.Groups[i]
			}
		}
		return nil
	}
	compared := map[string]bool{}
	for _, r := range []*medium.Result{a, b} {
		for i := range r.Groups {
			if name := r.Groups[i].Name; !compared[name] {
				compared[name] = true
				t.fields("groups."+strings.TrimSpace(name)+".", reflect.ValueOf(group(a, name)).Elem(), reflect.ValueOf(group(b, name)).Elem())
			}
		}
	}
}

// flows adds the figures of the flows that either result has.
func (t *twoResults) flows(a, b *medium.Result) {
	flow := func(r *medium.Result, name string) *medium.Flow {
		for i := range r.Flows {
			if r.Flows[i].Name == name {
				return &r.Flows[i]
			}
		}
		return nil
	}
	compared := map[string]bool{}
	for _, r := range []*medium.Result{a, b} {
		for i := range r.Flows {
			if name := r.Flows[i].Name; !compared[name] {
				compared[name] = true
				t.fields("flows."+name+".", reflect.ValueOf(flow(a, name)).Elem(), reflect.ValueOf(flow(b, name)).Elem())
			}
		}
	}
}

// nested are the structs in a result whose numbers are compared too.
var nested = []reflect.Type{
	reflect.TypeFor[medium.Delays](), reflect.TypeFor[*medium.Times](), reflect.TypeFor[*medium.Tries](), reflect.TypeFor[*medium.Datagrams](),
}

// fields adds every number of a struct, by its name in a result file. A value may be the
// zero Value, if its result has no such struct.
func (t *twoResults) fields(prefix string, a, b reflect.Value) {
	of := a
	if !a.IsValid() {
		of = b
	}
	if !of.IsValid() {
		return
	}
	for i := range of.NumField() {
		name, options, _ := strings.Cut(of.Type().Field(i).Tag.Get("json"), ",")
		if name == "" {
			name = of.Type().Field(i).Name
		}
		there := func(v reflect.Value) reflect.Value {
			if v.IsValid() {
				v = v.Field(i)
				if options == "omitempty" && v.IsZero() {
					return reflect.Value{}
				}
			}
			return reflect.Indirect(v) // the zero Value for a nil pointer
		}
		x, y := there(a), there(b)
		switch kind := of.Type().Field(i); {
		case kind.Anonymous:
			t.fields(prefix, x, y)
		case slices.Contains(nested, kind.Type):
			t.fields(prefix+name+".", x, y)
		case kind.Type == reflect.TypeFor[[]medium.Window]():
			t.windows(prefix+name, windowsOf(x), windowsOf(y))
		default:
			if x, y := numberOf(x), numberOf(y); x != nil || y != nil {
				t.add(prefix+name, x, y)
			}
		}
	}
}

// windows adds the first window that differs: the ones after it mostly differ because of it.
func (t *twoResults) windows(name string, a, b []medium.Window) {
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			at := func(list []medium.Window) reflect.Value {
				if i < len(list) {
					return reflect.ValueOf(list[i])
				}
				return reflect.Value{}
			}
			t.fields(fmt.Sprintf("%s[%d].", name, i), at(a), at(b))
			return
		}
	}
}

func windowsOf(v reflect.Value) []medium.Window {
	if !v.IsValid() {
		return nil
	}
	return v.Interface().([]medium.Window)
}

// numberOf returns a number of any kind as a float64, or nil if the value is not a number.
func numberOf(v reflect.Value) *float64 {
	number := reflect.TypeFor[float64]()
	if !v.IsValid() || !v.CanConvert(number) {
		return nil
	}
	x := v.Convert(number).Float()
	return &x
}

// add adds a figure. A side is nil if its result does not have the figure.
func (t *twoResults) add(name string, a, b *float64) {
	f := figureChange{Name: name, A: a, B: b}
	if a != nil && b != nil {
		change := *b - *a
		f.Change = &change
		if *a != 0 {
			share := change / *a
			f.Relative = &share
		}
	}
	t.Figures = append(t.Figures, f)
}
