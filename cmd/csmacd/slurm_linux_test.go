package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A plan that real Slurm runs has the same result as on this machine alone, octet by octet;
// also when tasks of it were killed and it was submitted again.
func TestSlurm(t *testing.T) {
	startSlurm(t)
	program := programOfUsers(t)
	t.Run("Merge", func(t *testing.T) { slurmMerges(newArray(t, program, `far "it's" 100%a $x`, "100ms", 6)) })
	t.Run("Refused", func(t *testing.T) { slurmRefuses(newArray(t, program, "many", "100ms", 1)) })
	t.Run("Killed", func(t *testing.T) { slurmIsKilled(newArray(t, program, "cut", "10s", 100)) })
}

// programOfUsers builds csmacd as users have it and returns its path: the race detector's would
// take more time, and memory of its own that grows with what is done.
func programOfUsers(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "csmacd")
	out, err := exec.Command("go", "build", "-buildvcs=false", "-o", program, ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	return program
}

// slurmMerges: the plan may be edited while its tasks wait, and sbatch's variables hold.
func slurmMerges(a *array) {
	a.Setenv("SBATCH_TIMELIMIT", "7")
	a.submit()
	require.NoError(a, os.WriteFile(a.file, []byte("name: something else\n"), 0o644))
	a.done()
	for task := range 4 {
		assert.Contains(a, a.state(task), "JobState=COMPLETED")
	}
	assert.Contains(a, a.state(0), "TimeLimit=00:07:00")
	assert.Contains(a, a.state(-1), "JobState=COMPLETED")
	assert.Contains(a, a.state(-1), "TimeLimit=00:07:00")
	assert.Contains(a, a.read("slurm-merge-"+a.merge+".log"), "4 points, 24 runs\n")
	a.isWhole(24)
}

// slurmRefuses: an array that is too long for the cluster is refused before anything is submitted.
func slurmRefuses(a *array) {
	out, err := exec.Command(a.program, "sweep", "submit", a.file, "--tasks", "5000", "--out", a.dir).CombinedOutput()
	require.Error(a, err)
	assert.Contains(a, string(out), "--tasks 5000: an array of this cluster has at most 1001 tasks (MaxArraySize)")
}

// slurmIsKilled: one task is cancelled, and one killed without a word.
func slurmIsKilled(a *array) {
	a.submit()
	assert.Contains(a, a.state(-1), "Dependency=afterany:"+a.job)
	a.kill([]string{"scancel", a.job + "_0"}, []string{"scancel", "--signal=KILL", "--batch", a.job + "_1"})
	a.done()
	assert.Contains(a, a.state(0), "JobState=CANCELLED")
	assert.Contains(a, a.read("slurm-"+a.job+"_0.log"), "of 100 runs are done and kept in "+a.dir)
	assert.Regexp(a, `JobState=FAILED .*ExitCode=0:9 `, a.state(1))
	for task := 2; task < 4; task++ {
		assert.Contains(a, a.state(task), "JobState=COMPLETED")
	}
	assert.Contains(a, a.state(-1), "JobState=FAILED")
	assert.Regexp(a, `\d+ of 400 runs are missing`, a.read("slurm-merge-"+a.merge+".log"))

	first := a.job
	a.submit()
	assert.NotEqual(a, first, a.job)
	a.done()
	assert.Contains(a, a.state(-1), "JobState=COMPLETED")
	a.isWhole(400)
}

// array is a plan of four points that is run here, and submitted to Slurm as four tasks.
type array struct {
	*testing.T
	program, file, duration string
	near, dir               string // campaigns
	job, merge              string // numbers
}

func newArray(t *testing.T, program, name, duration string, replications int) *array {
	dir := t.TempDir()
	a := &array{
		T: t, program: program, file: filepath.Join(dir, "plan.yaml"), duration: duration,
		near: filepath.Join(dir, "near"), dir: filepath.Join(dir, name),
	}
	require.NoError(t, os.WriteFile(a.file, fmt.Appendf(nil, `duration: 1ms
stations:
  - {name: "h%%d", count: 10, traffic: {kind: saturated, size: 64}}
sweep:
  axes: {stations[0].count: [10, 20], stations[0].traffic.size: [64, 65]}
  replications: %d
`, replications), 0o644))
	a.run(program, "sweep", a.file, "--set", "duration="+duration, "--out", a.near)
	return a
}

// run runs a command, and returns its output.
func (a *array) run(args ...string) string {
	a.Helper()
	out, err := exec.Command(args[0], args[1:]...).CombinedOutput()
	require.NoError(a, err, "%s: %s", strings.Join(args, " "), out)
	return string(out)
}

// submit is the same command whenever it is given.
func (a *array) submit() {
	a.Helper()
	out := a.run(a.program, "sweep", "submit", "--engine", "slurm", a.file, "--tasks", "4", "--set", "duration="+a.duration, "--out", a.dir)
	jobs := regexp.MustCompile(`submitted it as job (\d+), and the merge after it as job (\d+)`).FindStringSubmatch(out)
	require.NotNil(a, jobs, out)
	a.job, a.merge = jobs[1], jobs[2]
}

// kill ends the first tasks by a command each, as soon as they have records. A file of records is
// no particular task's, so it waits until all that have begun, and hold a lock, have theirs.
func (a *array) kill(tasks ...[]string) {
	left := len(tasks)
	for end := time.Now().Add(slurmPatience); left > 0; time.Sleep(time.Millisecond) {
		require.True(a, time.Now().Before(end), "tasks do not begin")
		begun, err := filepath.Glob(filepath.Join(a.dir, "lock.*-of-4"))
		require.NoError(a, err)
		if slices.Contains(a.records(), 0) || len(a.records()) < len(begun) {
			continue
		}
		for i, command := range tasks {
			if command != nil && slices.Contains(begun, filepath.Join(a.dir, fmt.Sprintf("lock.%d-of-4", i+1))) {
				a.run(command...)
				tasks[i] = nil
				left--
			}
		}
	}
}

// done waits until no job is left.
func (a *array) done() {
	a.Helper()
	require.Eventually(a, func() bool {
		out, err := exec.Command("squeue", "--noheader").Output()
		return err == nil && len(bytes.TrimSpace(out)) == 0
	}, slurmPatience, 50*time.Millisecond, "jobs do not end")
}

// state is what Slurm knows of a task, or of the merge, on one line.
func (a *array) state(task int) string {
	job := fmt.Sprintf("%s_%d", a.job, task)
	if task < 0 {
		job = a.merge
	}
	return a.run("scontrol", "--oneliner", "show", "job", job)
}

// records counts the records in each file of them.
func (a *array) records() (list []int) {
	files, err := os.ReadDir(filepath.Join(a.dir, "records"))
	if err != nil {
		return nil
	}
	for _, f := range files {
		text, _ := os.ReadFile(filepath.Join(a.dir, "records", f.Name()))
		list = append(list, bytes.Count(text, []byte("\n")))
	}
	return list
}

// isWhole holds the campaign to the one that was run here, and to each run having been run once.
func (a *array) isWhole(runs int) {
	for _, table := range []string{"runs.csv", "points.csv", "runs.jsonl", "columns.json", "plan.yaml", "campaign.json"} {
		assert.Equal(a, a.readFile(filepath.Join(a.near, table)), a.read(table), table)
	}
	sum, tasks := 0, 0
	for _, n := range a.records() {
		sum += n
		tasks++
	}
	assert.Equal(a, runs, sum)
	assert.GreaterOrEqual(a, tasks, 4)
}

func (a *array) read(name string) string { return a.readFile(filepath.Join(a.dir, name)) }

func (a *array) readFile(path string) string {
	text, err := os.ReadFile(path)
	require.NoError(a, err)
	return string(text)
}
