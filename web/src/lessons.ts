// The lessons, without words: what runs, what is shown, when a step is done. The words are in words/*/lessons.ts.
import { scenario } from "./scenarios";
import type { Count, Result } from "./types";

// Seen is what a lesson's steps are checked against.
export interface Seen {
  now: number; // bit times
  counts: Count[]; // of each station, now
  sum(key: keyof Count): number;
  places: number[]; // of the stations, in bit times
  moved: boolean; // a station is elsewhere than the lesson put it
  picked: number; // backoffs chosen by hand
  variant: number;
  results: (Result | undefined)[]; // of each variant whose run is over
  did(act: Act): boolean;
}

export type Act = "predict" | "play" | "step" | "restart" | "free";
export type Asked = "collision" | "backoff" | "defer" | "dropped";

export interface Lesson {
  id: string;
  level: 1 | 2 | 3;
  text: string; // the scenario
  window: number; // bit times shown at first
  pace: number; // bit times a second
  right: number; // which of the three predictions
  shown(s: Seen): boolean; // whether the answer has been seen
  steps: ((s: Seen) => boolean)[];
  asks?: Partial<Record<Asked, { at: number; right: number }>>; // own questions in place of the general ones; the instant in bit times
  silent?: Asked[]; // what is not asked
  variants?: ((text: string) => string)[];
  figures?: Figure[];
  controls?: Control[];
}

export type Figure = "throughput" | "collisions" | "delay" | "p99" | "worst" | "lost" | "lone" | "others" | "dropped" | "captured";

// Control is something of the scenario that the lesson lets a reader change.
export interface Control { what: "length" | "size" | "place"; min: number; max: number; step: number; station?: number }

const same = (text: string) => text;
const made = (name: string, stations: string, more = "") => `schema: csmacd/scenario/1\nname: ${name}\nphy: 10base5\n${more}until: {idle: true}\nduration: 10ms\nstations:\n${stations}`;
const of = (name: string) => scenario(name)!.text;

export const lessons: Lesson[] = [
  {
    id: "one-frame", level: 1, window: 900, pace: 60, right: 2,
    text: made("one frame", "  - {name: A, at: 0bt, traffic: {kind: frames, starts: [0s], size: 64, to: B}}\n  - {name: B, at: 120bt}\n  - {name: C, at: 230bt}\n", "medium: {kind: bus, length: 230bt}\n"),
    shown: (s) => s.now >= s.places[2],
    steps: [
      (s) => s.did("predict"), (s) => s.did("play"), (s) => s.now >= s.places[1], (s) => s.now >= s.places[2],
      (s) => s.sum("delivered") > 0, (s) => s.moved,
    ],
    controls: [{ what: "place", station: 1, min: 10, max: 220, step: 10 }],
  },
  {
    id: "two-collide", level: 1, window: 700, pace: 40, right: 1,
    text: of("two-stations-collide"),
    shown: (s) => s.now >= 140,
    steps: [
      (s) => s.did("predict"), (s) => s.did("play"), (s) => s.now >= 122.5, (s) => s.sum("detected") > 0, (s) => s.now >= 277, (s) => s.sum("delivered") === 2,
    ],
    asks: { collision: { at: 180, right: 0 } },
    silent: ["defer"],
  },
  {
    id: "why-64", level: 2, window: 1300, pace: 100, right: 1,
    text: of("lost-unseen"),
    shown: (s) => s.sum("lost") > 0,
    steps: [
      (s) => s.did("predict"), (s) => s.sum("lost") === 2, (s) => s.places[2] <= 570 && s.sum("detected") > 0, (s) => s.places[2] >= 600 && s.sum("detected") > 0,
    ],
    controls: [{ what: "length", min: 100, max: 700, step: 50 }, { what: "size", min: 64, max: 192, step: 16 }],
  },
  {
    id: "backoff", level: 1, window: 1500, pace: 100, right: 1,
    text: made("backoff by hand", `  - {name: A, at: 0bt, traffic: {kind: frames, starts: [0s], size: 64, to: B}, backoff: {policy: scripted, slots: []}}
  - {name: B, at: 100bt, traffic: {kind: frames, starts: [0s], size: 64, to: A}, backoff: {policy: scripted, slots: []}}\n`, "medium: {kind: bus, length: 100bt}\n"),
    shown: (s) => s.picked >= 2,
    silent: ["backoff"],
    steps: [(s) => s.did("predict"), (s) => s.sum("detected") >= 2, (s) => s.picked >= 2, (s) => s.sum("delivered") === 2],
  },
  {
    id: "gap", level: 2, window: 1500, pace: 60, right: 2,
    text: made("the gap", `  - {name: A, at: 0bt, traffic: {kind: frames, starts: [0s], size: 64, to: D}}
  - {name: B, at: 50bt, traffic: {kind: frames, starts: [10us], size: 64, to: D}}
  - {name: C, at: 100bt}
  - {name: D, at: 150bt}\n`, "seed: 3\nmedium: {kind: bus, length: 150bt}\n"),
    shown: (s) => s.sum("attempts") >= 2,
    steps: [
      (s) => s.did("predict"), (s) => s.counts[1]?.deferred > 0, (s) => s.sum("attempts") >= 2, (s) => s.variant === 1, (s) => s.variant === 1 && s.sum("detected") >= 2,
    ],
    variants: [same, (text) => text.replace("at: 100bt}", "at: 100bt, traffic: {kind: frames, starts: [10us], size: 64, to: D}}")],
  },
  {
    id: "capture", level: 2, window: 60000, pace: 8000, right: 1,
    text: of("capture-effect"),
    shown: (s) => s.sum("detected") > 0 && Math.max(...s.counts.map((c) => c.sent)) >= 5,
    steps: [
      (s) => s.did("predict"), (s) => s.sum("detected") > 0, (s) => Math.abs(s.counts[0]?.sent - s.counts[1]?.sent) >= 5, (s) => s.counts.some((c) => c.detected >= 20), (s) => !!s.results[0],
    ],
    figures: ["throughput", "collisions", "captured", "dropped"],
  },
  {
    id: "sixteen", level: 2, window: 1200, pace: 100, right: 2,
    text: of("sixteen-collisions"),
    shown: (s) => s.sum("dropped") > 0,
    steps: [(s) => s.did("predict"), (s) => s.sum("detected") >= 2, (s) => s.sum("detected") >= 20, (s) => s.sum("dropped") === 2],
  },
  {
    id: "late", level: 3, window: 1100, pace: 60, right: 0,
    text: of("late-collision"),
    shown: (s) => s.sum("late") > 0,
    steps: [(s) => s.did("predict"), (s) => s.counts[1]?.detected > 0, (s) => s.counts[0]?.late > 0, (s) => s.sum("delivered") === 2],
    asks: { collision: { at: 400, right: 1 } },
  },
  {
    id: "load", level: 2, window: 30000, pace: 4000, right: 2,
    text: of("poisson-half-load").replace("duration: 2s", "duration: 1s"),
    shown: (s) => !!s.results[0] && !!s.results[1],
    steps: [(s) => s.did("predict"), (s) => !!s.results[0], (s) => !!s.results[1], (s) => !!s.results[2]],
    variants: [same, (text) => text.replace("load: 0.5", "load: 0.9"), (text) => text.replace("load: 0.5", "load: 1.5")],
    figures: ["throughput", "collisions", "delay", "p99"],
  },
  {
    id: "place", level: 3, window: 12000, pace: 1000, right: 1,
    text: `schema: csmacd/scenario/1
name: one station far away
phy: 10base5
medium: {kind: bus, length: 2500m}
duration: 30s
stations:
  - {name: far, at: 2500m, traffic: {kind: saturated, size: 64, to: next}}
  - {name: "h%02d", count: 40, at: 0m, traffic: {kind: saturated, size: 64, to: next}}
`,
    shown: (s) => !!s.results[0],
    steps: [(s) => s.did("predict"), (s) => s.sum("detected") > 0, (s) => !!s.results[0], (s) => !!s.results[1]],
    variants: [same, (text) => text.replaceAll("2500m", "250m")],
    silent: ["collision"], // all begin at once, before there is anything to see
    figures: ["lone", "others", "collisions"],
  },
  {
    id: "hub", level: 2, window: 20000, pace: 2000, right: 2,
    text: of("four-pairs").replace("duration: 5s", "duration: 2s"),
    shown: (s) => !!s.results[0] && !!s.results[1],
    steps: [(s) => s.did("predict"), (s) => s.sum("attempts") >= 2, (s) => !!s.results[0], (s) => !!s.results[1]],
    variants: [same, (text) => text.replace("name: box, kind: repeater", "name: box, kind: bridge")],
    figures: ["collisions", "delay", "p99"],
  },
  {
    id: "aloha", level: 3, window: 20000, pace: 2000, right: 0,
    text: of("aloha").replace("duration: 5s", "duration: 1s"),
    shown: (s) => s.results.every(Boolean) && s.results.length === 3,
    steps: [(s) => s.did("predict"), (s) => !!s.results[0], (s) => !!s.results[1], (s) => !!s.results[2]],
    silent: ["collision", "backoff", "defer", "dropped"],
    variants: [same, (text) => text.replace("carrier_sense: off", "carrier_sense: on"), (text) => text.replace("carrier_sense: off, collision_detect: off", "carrier_sense: on, collision_detect: on")],
    figures: ["throughput", "lost", "worst"],
  },
  {
    id: "plca", level: 3, window: 9000, pace: 800, right: 1,
    text: of("plca"),
    shown: (s) => s.sum("delivered") > 0,
    silent: ["collision", "backoff", "defer"],
    steps: [(s) => s.did("predict"), (s) => s.sum("delivered") > 0, (s) => !!s.results[0], (s) => !!s.results[1]],
    variants: [same, (text) => text.replace(/, plca: \{[^}]*\}/g, "")],
    figures: ["throughput", "collisions", "worst"],
  },
  {
    id: "free", level: 1, window: 1500, pace: 100, right: 0,
    text: made("your own", `  - {name: A, at: 0bt, traffic: {kind: frames, starts: [0s], size: 64, to: C}}
  - {name: B, at: 100bt, traffic: {kind: frames, starts: [5us], size: 64, to: C}}
  - {name: C, at: 200bt}\n`, "medium: {kind: bus, length: 200bt}\n"),
    shown: (s) => s.sum("detected") > 0,
    steps: [(s) => s.did("predict"), (s) => s.sum("detected") > 0, (s) => s.moved && s.sum("deferred") > 0 && !s.sum("detected"), (s) => s.did("free")],
    silent: ["backoff", "defer"],
    controls: [{ what: "place", station: 1, min: 0, max: 200, step: 10 }, { what: "length", min: 0, max: 230, step: 10 }, { what: "size", min: 64, max: 256, step: 16 }],
  },
];

export const lesson = (id: string) => lessons.find((l) => l.id === id);
