package main

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEchoTimes(t *testing.T) {
	us, err := echoTimes([]byte("PING 10.83.0.2 (10.83.0.2) 56(84) bytes of data.\n" +
		"64 bytes from 10.83.0.2: icmp_seq=1 ttl=64 time=2.70 ms\n" +
		"64 bytes from 10.83.0.2: icmp_seq=2 ttl=64 time=0.365 ms\n\n" +
		"rtt min/avg/max/mdev = 0.365/1.5/2.7/0.1 ms\n"))
	require.NoError(t, err)
	assert.Equal(t, []float64{365, 2700}, us)
	assert.InDelta(t, 2*(110*0.8+500/230.84), modelUs(56), 0.01)
	assert.InDelta(t, modelUs(0), modelUs(18), 1e-9, "the shortest frame")
}

// The processor time that another process has used is what it says itself.
func TestCPUOf(t *testing.T) {
	c, cancel := command(t.Context(), time.Minute, os.Environ(), "sh", "-c", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo done; read _")
	defer cancel()
	in, err := c.StdinPipe()
	require.NoError(t, err)
	out, err := c.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	var word string
	_, err = fmt.Fscan(out, &word)
	require.NoError(t, err)
	used, err := cpuOf(c.Process.Pid)
	require.NoError(t, err)
	require.NoError(t, in.Close())
	_ = c.Wait() // read has met the end
	own := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	assert.Greater(t, used, time.Duration(0))
	assert.InDelta(t, own.Seconds(), used.Seconds(), 0.02)
}

// What is started with a program that is stopped is stopped with it.
func TestCommandIsKilledWhole(t *testing.T) {
	c, cancel := command(t.Context(), 300*time.Millisecond, os.Environ(), "sh", "-c", "sleep 600; true")
	defer cancel()
	began := time.Now()
	_, err := output(c)
	assert.ErrorContains(t, err, "killed")
	assert.Less(t, time.Since(began), 5*time.Minute)
}
