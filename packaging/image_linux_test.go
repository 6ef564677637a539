package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

const testPlan = `
schema: csmacd/scenario/1
name: sharded
duration: 20ms
stations: [{name: "s%d", count: 3, from: 0m, spacing: 100m, traffic: {kind: saturated, size: 64, to: random}}]
sweep:
  axes: {"stations[0].count": [2, 3, 4]}
  replications: 4
`

// The image runs a sharded sweep by the commands of the manifest, as the user that it names, and the tables are
// those of a sweep without an image.
func TestImageRunsTheManifest(t *testing.T) {
	if _, err := exec.LookPath("buildah"); err != nil || os.Geteuid() != 0 {
		if os.Getenv("CI") != "" {
			t.Fatal("needs root and buildah: install the package buildah")
		}
		t.Skip("needs root and buildah (Debian's package buildah)")
	}
	dir := t.TempDir()
	buildah := []string{"buildah", "--storage-driver", "vfs", "--root", filepath.Join(dir, "images"), "--runroot", filepath.Join(dir, "run")}
	t.Setenv("BUILDAH_ISOLATION", "chroot") // needs no namespaces of its own
	run := func(in string, name string, args ...string) string {
		cmd := exec.Command(name, args...)
		cmd.Dir = in
		var wrong bytes.Buffer
		cmd.Stderr = &wrong
		out, err := cmd.Output()
		require.NoError(t, err, "%s %q: %s", name, args, wrong.String())
		return string(bytes.TrimSpace(out))
	}
	builder := ""
	for _, word := range buildah {
		builder += word + " "
	}
	run("..", "make", "image", "TAG=csmacd:test", "BUILDER="+builder)
	local := "../bin/image/csmacd"
	program, err := filepath.Abs(local)
	require.NoError(t, err)

	plan := filepath.Join(dir, "plan.yaml")
	require.NoError(t, os.WriteFile(plan, []byte(testPlan), 0o644))
	manifest := run(dir, program, "sweep", "manifest", plan, "--tasks", "3", "--image", "csmacd:test")
	documents := bytes.Split([]byte(manifest), []byte("\n---\n"))
	var config core.ConfigMap
	var sweep, merge batch.Job
	require.NoError(t, yaml.UnmarshalStrict(documents[0], &config))
	require.NoError(t, yaml.UnmarshalStrict(documents[1], &sweep))
	require.NoError(t, yaml.UnmarshalStrict(documents[2], &merge))

	plans, campaigns := filepath.Join(dir, "plans"), filepath.Join(dir, "campaigns")
	require.NoError(t, os.Mkdir(plans, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(plans, "plan.yaml"), []byte(config.Data["plan.yaml"]), 0o644))
	require.NoError(t, os.Mkdir(campaigns, 0o755))
	require.NoError(t, os.Chown(campaigns, 65534, 65534))
	require.NoError(t, os.Chmod(dir, 0o755))
	container := run(dir, buildah[0], append(buildah[1:], "from", "csmacd:test")...)
	in := func(c core.Container, index int) {
		args := append(buildah[1:], "run", "--volume", plans+":/plan:ro", "--volume", campaigns+":/campaigns", "--env", "JOB_COMPLETION_INDEX="+strconv.Itoa(index))
		for _, e := range c.Env {
			args = append(args, "--env", e.Name+"="+e.Value)
		}
		run(dir, buildah[0], append(append(args, container, "--"), c.Command...)...)
	}
	for index := range int(*sweep.Spec.Completions) {
		in(sweep.Spec.Template.Spec.Containers[0], index)
	}
	in(merge.Spec.Template.Spec.Containers[0], 0)

	run(dir, program, "sweep", plan, "--out", "local.campaign", "--quiet")
	for _, table := range []string{"points.csv", "runs.csv"} {
		want, err := os.ReadFile(filepath.Join(dir, "local.campaign", table))
		require.NoError(t, err)
		got, err := os.ReadFile(filepath.Join(campaigns, "sharded.campaign", table))
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got), table)
	}
	info, err := os.Stat(filepath.Join(campaigns, "sharded.campaign", "points.csv"))
	require.NoError(t, err)
	assert.NotZero(t, owner(info), "the image's user wrote it")
}
