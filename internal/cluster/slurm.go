package cluster

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/internal/experiment"
	"github.com/csmacd/csmacd/internal/experiment/campaign"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/usage"
)

// Submit writes the script of a Slurm array into the folder of the campaign, and submits it and a merge that runs
// after it. It writes to w what it did.
func (o *Options) Submit(w io.Writer, file string, plan *plan.Sweep) error {
	dir := o.Out
	if dir == "" {
		dir = experiment.DirOf(plan)
	}
	if most, ok := mostTasks(); ok && o.Tasks > most {
		return usage.Errorf("--tasks %d: an array of this cluster has at most %d tasks (MaxArraySize): write --tasks %[2]d or less, and let each do more runs", o.Tasks, most)
	}
	dir, err1 := filepath.Abs(dir)
	file, err2 := filepath.Abs(file)
	program, err3 := os.Executable()
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	if strings.ContainsAny(filepath.ToSlash(dir), "\\\n\r") {
		return usage.Errorf("--out %q: Slurm cannot write logs into a folder with a backslash or a line break in its name: choose another", dir)
	}
	if err := campaign.CheckFolder(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	file, flags, err := o.kept(dir, file, plan)
	if err != nil {
		return err
	}
	jobs := max(1, o.Jobs)
	command := append([]string{program, "sweep", file, "--out", dir, "--quiet"}, flags...)
	script := fmt.Sprintf(`#!/bin/sh
#SBATCH --job-name=%s
#SBATCH --array=0-%d
#SBATCH --cpus-per-task=%d
#SBATCH --output=%s
#SBATCH --open-mode=append
#SBATCH --requeue
# Each task does its part of the runs. Submitted again, it does the missing runs.
exec %s --jobs "${SLURM_CPUS_PER_TASK:-%[3]d}"
`, directive(strings.TrimSuffix(filepath.Base(dir), ".campaign")), o.Tasks-1, jobs,
		directive(logs(dir, "slurm-%A_%a.log")), usage.Shell(command))
	path := filepath.Join(dir, "submit.sh")
	if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
		return err
	}
	if _, err := exec.LookPath("sbatch"); err != nil {
		return fmt.Errorf("wrote %s, but cannot submit it: there is no sbatch here (%w)", path, err)
	}
	id, err := sbatch(path)
	if err != nil {
		return err
	}
	join := usage.Shell([]string{program, "merge", dir})
	merged, err := sbatch("--job-name=merge", "--dependency=afterany:"+id, "--output="+logs(dir, "slurm-merge-%j.log"), "--wrap", join)
	if err != nil {
		return fmt.Errorf("submitted %s as job %s, but not the merge after it (%s does it): %w", path, id, join, err)
	}
	fmt.Fprintf(w, "wrote %s; submitted it as job %s, and the merge after it as job %s\nwhen both are done, the tables are in %s; if runs are missing then, the same command does them\n", path, id, merged, dir)
	return nil
}

// kept writes the current plan beside the script, because the user can edit the file while tasks
// wait; Slurm copies the script for the same reason. It returns the file that tasks read, and their flags. A plan
// whose scenario names files is read where it is, since their paths begin there.
func (o *Options) kept(dir, file string, plan *plan.Sweep) (string, []string, error) {
	text, err := plan.Plan()
	if err != nil {
		return "", nil, err
	}
	if len(o.Files) > 0 {
		return file, o.Flags, nil
	}
	path := filepath.Join(dir, "submit.yaml")
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, text) {
		return path, o.unchanged(), nil
	}
	var t files.Table
	t.Read("the scenario", file)
	t.Write("--out", path)
	if err := t.Check(); err != nil {
		return "", nil, usage.Of(err)
	}
	return path, o.unchanged(), files.Write(path, text)
}

// sbatch submits a job, and returns its number.
func sbatch(args ...string) (string, error) {
	var wrong bytes.Buffer
	command := exec.Command("sbatch", append([]string{"--parsable"}, args...)...)
	command.Stderr = &wrong
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("sbatch: %w: %s", err, strings.TrimSpace(wrong.String()))
	}
	id, _, _ := strings.Cut(strings.TrimSpace(string(out)), ";") // job;cluster
	return id, nil
}

// mostTasks returns the number of tasks that an array of this cluster can have. ok is false if Slurm does not
// say it.
func mostTasks() (most int, ok bool) {
	out, err := exec.Command("scontrol", "show", "config").Output()
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(out)) {
		if key, value, found := strings.Cut(line, "="); found && strings.TrimSpace(key) == "MaxArraySize" {
			most, err = strconv.Atoi(strings.TrimSpace(value))
			return most, err == nil && most > 0 // tasks are numbered from 0, and the largest number is one less
		}
	}
	return 0, false
}

// logs returns a pattern for the names of logs in a folder, whose own name is taken literally.
func logs(dir, pattern string) string {
	return filepath.Join(strings.ReplaceAll(dir, "%", "%%"), pattern)
}

// directive returns a word in the quotes that sbatch reads in a script.
func directive(word string) string { return `"` + strings.ReplaceAll(word, `"`, `\"`) + `"` }
