package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// result is the part of a result of csmacd (csmacd/result/1) that is read here.
type result struct {
	SimulatedPs float64 `json:"simulated_ps"`
	Medium      struct {
		Sent           float64 `json:"frames_sent"`
		Delivered      float64 `json:"frames_delivered"`
		Dropped        float64 `json:"frames_dropped"`
		Collisions     float64 `json:"collisions"`
		ShareSuccess   float64 `json:"share_success"`
		ShareCollision float64 `json:"share_collision"`
		ShareIdle      float64 `json:"share_idle"`
		Jain           float64 `json:"jain"`
	} `json:"medium"`
	Live struct {
		WallSeconds float64 `json:"wall_s"`
		Behind      float64 `json:"behind_s"`
		Stalls      float64 `json:"stalls"`
		Pacing      struct {
			P50 float64 `json:"p50"`
			P99 float64 `json:"p99"`
			Max float64 `json:"max"`
		} `json:"pacing_error_us"`
		Hosts []struct {
			In      float64 `json:"frames_in"`
			Out     float64 `json:"frames_out"`
			Dropped float64 `json:"dropped_by_host"`
		} `json:"hosts"`
	} `json:"live"`
}

func readResult(file string) (*result, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	r := new(result)
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return r, nil
}
