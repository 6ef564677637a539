// Idle time: what a picture folds.
import type { Transmission, View } from "../types";

export const BEACON = 3, COMMIT = 4;

// endOf returns where a transmission ends, as far as is known.
export const endOf = (v: View, t: Transmission) => t.end < 0 ? v.until : t.end;

// delayTo returns the delay from a station to a place of its section, and between two stations; -1 if one hears
// nothing of the other.
export const delayTo = (v: View, from: number, place: number) => Math.abs(v.stations[from].place - place);
export function delay(v: View, from: number, to: number): number {
  if (from === to) return 0;
  if (v.star) return v.delay ?? 0;
  if (v.sections && (v.stations[from].section ?? 0) !== (v.stations[to].section ?? 0)) return -1;
  return delayTo(v, from, v.stations[to].place);
}

const known = new WeakMap<View, [number, number][]>();

// idle returns the stretches in which nothing is on the medium, after the gap that follows a signal. Backoffs run on in
// them.
export function idle(v: View): [number, number][] {
  let all = known.get(v);
  if (all) return all;
  all = [];
  const reach = v.star ? v.delay ?? 0 : v.sections ? Math.max(...v.sections.map((s) => s.length), 0) : v.length ?? 0;
  const lead = 64 * v.bit, tail = 160 * v.bit, least = 320 * v.bit;
  if (!v.rows && !v.crowd) {
    let quiet = Math.max(0, v.from);
    const add = (until: number) => { if (until - quiet > least) all!.push([quiet, until]); };
    for (const t of v.transmissions ?? []) {
      add(t.start - lead);
      quiet = Math.max(quiet, endOf(v, t) + reach + tail);
    }
    add(Math.min(v.to, v.until));
  }
  known.set(v, all);
  return all;
}
