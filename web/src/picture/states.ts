// What each station does at an instant.
import { t } from "../words";
import type { Lane, Span, Transmission, View } from "../types";
import { doing } from "./crowd";
import { BEACON, COMMIT, delay, endOf } from "./fold";

export type Doing = "idle" | "preamble" | "frame" | "jam" | "beacon" | "commit" | "hears" | "overlap" | "gap" | "backoff" | "wait";

export interface State {
  doing: Doing;
  station: number; // whose colour it has: the station itself, or the one that it hears
  texts: string[]; // from long to short
}

const lanes = new WeakMap<View, Map<number, Lane>>();

export function laneOf(v: View, station: number): Lane | undefined {
  let all = lanes.get(v);
  if (!all) lanes.set(v, all = new Map(v.lanes.map((l) => [l.station, l])));
  return all.get(station);
}

// hue returns the number for the colour of a station, and of a signal: on a path that of the station whose frame it is.
export const hue = (v: View, station: number) => v.sections ? v.stations[station].number ?? 0 : station;
export const hueOf = (v: View, s: Transmission) => v.sections ? s.origin ?? 0 : s.station;

// nameOf returns the name of the station whose frame a signal carries.
export const nameOf = (v: View, s: Transmission) => s.of || v.stations[s.station].name;

// partOf returns the part of a transmission that its sender sends at an instant.
export function partOf(s: Transmission, at: number): Doing {
  if (s.signal === BEACON) return "beacon";
  if (s.signal === COMMIT) return "commit";
  if (s.jam >= 0 && at >= s.jam) return "jam";
  return at < s.header ? "preamble" : "frame";
}

// covers reports whether a view says everything about an instant.
export const covers = (v: View | undefined, at: number): v is View => !!v && !v.rows && v.from <= at && at < v.to;

// onAt returns the signals that are on at a station's tap at an instant.
export function onAt(v: View, station: number, at: number): Transmission[] {
  return (v.transmissions ?? []).filter((s) => {
    const d = delay(v, s.station, station);
    return d >= 0 && s.start + d <= at && at < endOf(v, s) + d;
  });
}

const until = (v: View, s: Span) => s.until < 0 ? v.until : s.until;

// slotsOf returns the length of a slot of a backoff.
export const slotsOf = (v: View, s: Span) => s.slots && s.slots > 0 && s.until > s.from ? (s.until - s.from) / s.slots : 512 * v.bit;

// left returns the slots of a backoff that are left; an instant that is shown is exact to a thousandth of a bit.
const left = (v: View, s: Span, at: number) => Math.ceil((until(v, s) - at - v.bit / 1000) / slotsOf(v, s));

// stateOf returns what a station does.
export function stateOf(v: View, station: number, at: number): State {
  if (v.crowd) return doing(v, station, at);
  const on = onAt(v, station, at), own = on.find((s) => s.station === station), others = on.filter((s) => s.station !== station);
  const spans = laneOf(v, station)?.spans?.filter((s) => s.from <= at && at < until(v, s)) ?? [];
  const bits = (ps: number) => Math.ceil(ps / v.bit - 1e-3);
  if (own) {
    const part = partOf(own, at), frame = own.frame, name = nameOf(v, own), attempt = own.attempt;
    const port = !!own.of;
    const texts = part === "jam" ? [t("state.jams")]
      : part === "beacon" || part === "commit" ? [t("state.signal", { signal: part.toUpperCase() })]
      : part === "preamble" ? [...attempt > 1 ? [t("state.preambleAgain", { attempt })] : [], t("state.preamble"), t("state.sends")]
      : [...port ? [t("state.passes", { frame, name })] : attempt > 1 ? [t("state.frameAgain", { frame, attempt })] : [], t("state.frame", { frame }), t("state.sends")];
    return { doing: part, station: port && v.sections ? own.origin ?? 0 : hue(v, station), texts };
  }
  const backoff = spans.find((s) => s.kind === "backoff");
  const waits = backoff && [t("state.backoff", { slots: left(v, backoff, at) })];
  if (others.length) {
    const names = others.map((s) => nameOf(v, s)), unique = [...new Set(names)];
    const texts = [t("state.hears", { names: unique.join(", ") }), t("state.hearsMany", { n: unique.length }), t("state.hearsSome")];
    if (unique.length === 1) texts.splice(1, 1);
    return { doing: others.length > 1 ? "overlap" : "hears", station: hueOf(v, others[0]), texts: waits ? [`${texts[0]}; ${waits[0]}`, ...texts] : texts };
  }
  const gap = spans.find((s) => s.kind === "gap1" || s.kind === "gap2" || s.kind === "own_gap");
  if (gap) {
    let end = until(v, gap);
    if (gap.kind === "gap1" && !gap.cut) { const rest = laneOf(v, station)?.spans?.find((s) => s.kind === "gap2" && s.from === gap.until); if (rest) end = until(v, rest); }
    const texts = [t("state.gapLeft", { bits: bits(end - at) }), t("state.gap", { bits: bits(end - at) })];
    return { doing: "gap", station: hue(v, station), texts: waits ? [`${texts[1]}; ${waits[0]}`, ...texts] : texts };
  }
  if (backoff) return { doing: "backoff", station: hue(v, station), texts: [...backoff.range ? [t("state.backoffOf", { slots: left(v, backoff, at), range: backoff.range - 1 })] : [], ...waits!] };
  const wait = spans.find((s) => s.kind === "wait");
  if (wait) return { doing: "wait", station: hue(v, station), texts: [t("state.waitsFor", { frame: wait.frame ?? 0 }), t("state.waits")] };
  return { doing: "idle", station: hue(v, station), texts: [t("state.idle")] };
}
