package experiment

import (
	"fmt"
	"path/filepath"

	"github.com/csmacd/csmacd/internal/experiment/campaign"
	"github.com/gofrs/flock"
)

// locks keep two processes from doing the same runs. Nothing is lost where they do not
// work, as on some network file systems: both processes write the same records.
type locks []*flock.Flock

// lock locks a campaign for a sweep: for this process alone, or, if the process has a shard, for
// that shard only.
func lock(dir string, s Shard) (l locks, err error) {
	folder := flock.New(filepath.Join(dir, campaign.LockName), flock.SetPermissions(0o644))
	if s.Count <= 1 {
		if ok, err := folder.TryLock(); err == nil && !ok {
			return nil, fmt.Errorf("%s: another sweep is running here: wait until it is done, or give this one another folder (--out DIR)", dir)
		}
		return locks{folder}, nil
	}
	if ok, err := folder.TryRLock(); err == nil && !ok {
		return nil, fmt.Errorf("%s: a sweep of all shards is running here: wait until it is done, or give this one another folder (--out DIR)", dir)
	}
	l = locks{folder}
	own := flock.New(filepath.Join(dir, fmt.Sprintf("%s.%d-of-%d", campaign.LockName, s.Index+1, s.Count)), flock.SetPermissions(0o644))
	if ok, err := own.TryLock(); err == nil && !ok {
		l.release()
		return nil, fmt.Errorf("%s: another process is running shard %v here: wait until it is done", dir, s)
	}
	return append(l, own), nil
}

// alone reports whether no other process works in the folder. If so, none can start until
// the locks are released or shared.
func (l locks) alone() bool {
	if l[0].Locked() {
		return true
	}
	ok, err := l[0].TryLock()
	return ok || err != nil
}

// share lets processes with other shards start again.
func (l locks) share() {
	if len(l) > 1 {
		_ = l[0].Unlock()
		_, _ = l[0].TryRLock()
	}
}

func (l locks) release() {
	for _, f := range l {
		_ = f.Close()
	}
}
