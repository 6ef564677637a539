package main

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// slurmPatience is how long Slurm may take, on a machine that does other things too.
const slurmPatience = 2 * time.Minute

// slurmPackages are Debian's.
const slurmPackages = "apt-get install --no-install-recommends slurm-wlm munge util-linux"

// slurmStarts is the cluster's first process: munge and Slurm's two daemons, and all that
// they start, live in its PID namespace and end with it. /proc must be that namespace's own,
// since it is where Slurm looks for the processes of a job.
const slurmStarts = `cd "$1" || exit
munged --foreground --force --socket="$1/munge.sock" --key-file="$1/munge.key" --pid-file="$1/munged.pid" --seed-file="$1/munged.seed" &
until test -S munge.sock; do sleep 0.05; done
slurmctld -D &
slurmd -D -N node &
wait`

// slurmConf is a cluster of one node, this machine, reached by its loopback address.
const slurmConf = `ClusterName=csmacd
SlurmctldHost=%[2]s(127.0.0.1)
SlurmctldPort=%[3]d
SlurmdPort=%[4]d
SlurmUser=root
SlurmdUser=root
AuthInfo=socket=%[1]s/munge.sock
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SchedulerParameters=batch_sched_delay=0,bf_interval=1,sched_interval=1
ReturnToService=2
MailProg=/bin/true
StateSaveLocation=%[1]s/state
SlurmdSpoolDir=%[1]s/spool
SlurmctldPidFile=%[1]s/slurmctld.pid
SlurmdPidFile=%[1]s/slurmd.pid
NodeName=node NodeHostname=%[2]s NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=main Nodes=node Default=YES MaxTime=INFINITE State=UP
`

// startSlurm has commands find a Slurm with two CPUs, until the test ends. It skips the
// test where there can be none.
func startSlurm(t *testing.T) {
	absent := t.Skipf
	if os.Getenv("CI") != "" {
		absent = t.Fatalf
	}
	if os.Geteuid() != 0 {
		absent("a Slurm of its own needs root, for a PID namespace: sudo go test -run Slurm ./cmd/csmacd")
	}
	t.Setenv("PATH", os.Getenv("PATH")+":/usr/sbin:/sbin")
	for _, tool := range []string{"munged", "slurmctld", "slurmd", "sbatch", "unshare"} {
		if _, err := exec.LookPath(tool); err != nil {
			absent("%s is not installed: %s", tool, slurmPackages)
		}
	}
	if out, err := exec.Command("unshare", "--pid", "--fork", "--mount-proc", "true").CombinedOutput(); err != nil {
		absent("a Slurm of its own needs a PID namespace: %s", out)
	}
	for _, v := range os.Environ() { // a test on a cluster runs in a job of it
		if name, value, _ := strings.Cut(v, "="); strings.HasPrefix(name, "SLURM") || strings.HasPrefix(name, "SBATCH") {
			t.Setenv(name, value) // so that it comes back
			require.NoError(t, os.Unsetenv(name))
		}
	}

	dir := t.TempDir()
	host, err := os.Hostname()
	require.NoError(t, err)
	key := make([]byte, 128)
	_, _ = rand.Read(key)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "munge.key"), key, 0o400))
	ports := freePorts(t)
	for name, text := range map[string]string{
		"slurm.conf": fmt.Sprintf(slurmConf, dir, host, ports[0], ports[1]),
		// It is read, though nothing here uses control groups; version 2 would ask for systemd.
		"cgroup.conf": "CgroupPlugin=cgroup/v1\nCgroupAutomount=no\nIgnoreSystemd=yes\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	for _, name := range []string{"state", "spool"} {
		require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o755))
	}
	t.Setenv("SLURM_CONF", filepath.Join(dir, "slurm.conf"))
	runCluster(t, dir)
	require.Eventually(t, func() bool {
		out, err := exec.Command("sinfo", "--noheader", "--format=%T").Output()
		return err == nil && strings.TrimSpace(string(out)) == "idle"
	}, slurmPatience, 50*time.Millisecond, "the node does not come up")
}

// runCluster starts the daemons, which end with the test, however that ends.
func runCluster(t *testing.T, dir string) {
	var told bytes.Buffer
	c := exec.Command("unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "sh", "-c", slurmStarts, "sh", dir)
	c.Stdout, c.Stderr = &told, &told // a pipe, so that Wait waits for all of them
	c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	started, ended := make(chan error), make(chan struct{})
	go func() {
		runtime.LockOSThread() // its death would be taken for the test's
		err := c.Start()
		started <- err
		if err == nil {
			_ = c.Wait()
		}
		close(ended)
	}()
	require.NoError(t, <-started)
	t.Cleanup(func() {
		_ = c.Process.Kill()
		<-ended
		if t.Failed() {
			t.Logf("munged, slurmctld and slurmd:\n%s", &told)
		}
	})
}

// freePorts finds two that nobody listens on.
func freePorts(t *testing.T) (ports [2]int) {
	for i := range ports {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		defer l.Close()
		ports[i] = l.Addr().(*net.TCPAddr).Port
	}
	return ports
}
