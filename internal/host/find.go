package host

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Find returns the host of a station in the run of that ID or, if run is empty, in any live
// run. The error says which hosts there are, or which runs have one of that name.
func Find(run, station string) (Record, Host, error) {
	runs, err := Runs()
	if err != nil {
		return Record{}, Host{}, err
	}
	r, h, err := find(runs, run, station)
	if err != nil {
		return Record{}, Host{}, fmt.Errorf("%w%s", err, othersRuns(len(runs)))
	}
	return r, h, nil
}

func find(runs []Record, run, station string) (record Record, host Host, err error) {
	var in, hosts, ids []string
	for i := range runs {
		r := &runs[i]
		ids = append(ids, r.ID)
		if run != "" && r.ID != run {
			continue
		}
		for _, h := range r.Hosts {
			hosts = append(hosts, h.Station)
			if h.Station != station {
				continue
			}
			in = append(in, r.ID)
			record, host = *r, h
			host.run = r
		}
	}
	slices.Sort(hosts)
	switch {
	case len(in) > 1:
		return record, host, fmt.Errorf("the runs %s each have a host %s: say which, --run %s", strings.Join(in, ", "), station, in[0])
	case len(in) == 1:
		return record, host, nil
	case len(runs) == 0:
		return record, host, fmt.Errorf("there is no host %s: there is no live run (csmacd up FILE starts one)", station)
	case run != "" && !slices.Contains(ids, run):
		return record, host, fmt.Errorf("there is no live run %s: there are %s", run, strings.Join(ids, ", "))
	case len(hosts) == 0:
		return record, host, fmt.Errorf("there is no host %s: the run %s has no host to enter", station, cmp.Or(run, strings.Join(ids, ", ")))
	}
	return record, host, fmt.Errorf("there is no host %s to enter: there are %s (a soft host, one behind a socket and a simulated station have nothing to enter)", station, strings.Join(slices.Compact(hosts), ", "))
}
