// What is at a point of a picture.
import type { Lane, Reception, Shares, Span, Transmission, View } from "../types";
import { barAt, doings, partsOf, type Part } from "./bands";
import { stopAt } from "./crowd";
import { delayTo, endOf } from "./fold";
import { drawn } from "./hidden";
import type { Layout } from "./layout";
import type { Frame } from "./paint";
import { rowAt, sends, does } from "./rows";
import type { Fold, Scale } from "./scale";
import { laneOf, onAt } from "./states";
import { box, boxesOf, cable, waves } from "./strip";

// Thing is what a card can explain. Parts and spans last, marks are at an instant.
export type Thing =
  | { kind: "part"; signal: Transmission; part: Part; place?: number }
  | { kind: "overlap"; signals: Transmission[]; station?: number; place?: number; from?: number; until?: number }
  | { kind: "collision"; signal: Transmission }
  | { kind: "span"; station: number; span: Span }
  | { kind: "carrier"; station: number; rise: number; fall: number; at: number }
  | { kind: "reception"; station: number; reception: Reception }
  | { kind: "arrival"; station: number; arrival: NonNullable<Lane["arrivals"]>[0] }
  | { kind: "note"; station: number; at: number; text: string }
  | { kind: "shares"; station: number; shares: Shares; from: number; until: number }
  | { kind: "station"; station: number }
  | { kind: "device"; device: number }
  | { kind: "stop"; from: number; until: number; crash: boolean }
  | { kind: "fold"; from: number; until: number }
  | { kind: "cable" } | { kind: "terminator" } | { kind: "hub" };

export const knownUntil = (v: View, at: number) => at < 0 ? v.until : at;

// timeOf returns from when to when a thing lasts; a mark lasts no time.
export function timeOf(v: View, x: Thing): [number, number] | undefined {
  switch (x.kind) {
    case "part": return [x.part.from, x.part.until];
    case "overlap": return x.from === undefined ? undefined : [x.from, x.until!];
    case "collision": return [x.signal.collision, x.signal.collision];
    case "span": return [x.span.from, knownUntil(v, x.span.until)];
    case "carrier": return [x.rise, knownUntil(v, x.fall)];
    case "reception": return [x.reception.rise, knownUntil(v, x.reception.fall)];
    case "arrival": return [x.arrival.at, x.arrival.at];
    case "note": return [x.at, x.at];
    case "shares": case "fold": case "stop": return [x.from, x.until];
  }
  return undefined;
}

// things returns what lasts or happens in the window of a picture, in order of time.
export function things(l: Layout, f: Frame): Thing[] {
  const v = l.view, all: Thing[] = [], until = f.hide ? f.now : Infinity;
  if (v.rows) return [];
  for (const signal of drawn(v)) {
    for (const part of partsOf(v, signal)) all.push({ kind: "part", signal, part });
    if (signal.collision >= 0) all.push({ kind: "collision", signal });
  }
  for (const lane of v.lanes) {
    for (const span of lane.spans ?? []) all.push({ kind: "span", station: lane.station, span });
    for (const reception of lane.receptions ?? []) all.push({ kind: "reception", station: lane.station, reception });
    for (const n of lane.notes ?? []) all.push({ kind: "note", station: lane.station, at: n.at, text: n.text });
    for (const arrival of lane.arrivals ?? []) all.push({ kind: "arrival", station: lane.station, arrival });
  }
  const timed = all.map((x) => ({ x, at: timeOf(v, x)![0] })).filter(({ x, at }) => at >= f.from && at < f.to && at <= until && (x.kind !== "reception" || timeOf(v, x)![1] <= until));
  return timed.sort((a, b) => a.at - b.at).map(({ x }) => x);
}

// where returns a point at which a thing is, on its picture.
export function where(l: Layout, s: Scale, f: Frame, x: Thing): { x: number; y: number } {
  const time = timeOf(l.view, x), b = l.body, at = time ? s.px((Math.max(time[0], f.from) + Math.min(time[1], f.to)) / 2) : 0;
  const station = x.kind === "part" || x.kind === "collision" ? x.signal.station : "station" in x && x.station !== undefined ? x.station : 0;
  if (l.rows) return { x: Math.max(b.x, Math.min(at, l.width)), y: rowAt(l, station, f.scroll) + l.row / 2 };
  return { x: l.columns[station] ?? l.left, y: Math.max(b.y, Math.min(at, l.height)) };
}

// hit returns what is at a point, or nothing.
export function hit(l: Layout, s: Scale, f: Frame, strip: View | undefined, x: number, y: number): Thing | undefined {
  const b = l.body;
  if (l.view.crowd && y < l.top) return undefined;
  if (y < l.top - (l.rows ? 0 : 14)) return onStrip(l, f, strip, x, y);
  if (l.rows && y < b.y) return undefined;
  if (l.rows && x < b.x) { const i = stationAt(l, f, y); return i < 0 ? undefined : { kind: "station", station: i }; }
  if (x < b.x) return undefined;
  const along = l.rows ? x : y, at = s.at(along), fold = s.folds.find((k: Fold) => along >= k.at + 3 && along < k.at + k.size - 3);
  if (at > l.view.until || f.hide && at > f.now) return undefined;
  if (fold) return { kind: "fold", from: fold.from, until: fold.until };
  return l.rows ? onRow(l, s, f, x, y, at) : onDiagram(l, s, x, y, at);
}

// stationAt returns the station whose row is at a height, or -1.
export function stationAt(l: Layout, f: Frame, y: number): number {
  const i = Math.floor((y - l.body.y + f.scroll) / l.row);
  return i >= 0 && i < l.shown ? i : -1;
}

// stationNear returns the station whose box, or mark on the cable, is at a point; -1 if none is.
export function stationNear(l: Layout, f: Frame, x: number, y: number): number {
  if (l.view.crowd && y < l.top) return -1;
  if (y >= l.top) return l.rows && x < l.body.x ? stationAt(l, f, y) : -1;
  if (l.rows) {
    let best = -1, near = 9;
    l.columns.forEach((c, i) => { if (Math.abs(c - x) < near) { near = Math.abs(c - x); best = i; } });
    return y < 50 ? best : -1;
  }
  const at = boxesOf(l).find((k) => Math.abs(k.x - x) <= k.w / 2 && y <= box.y + box.h + 4);
  if (at) return at.station;
  let best = -1, near = 12;
  l.columns.forEach((c, i) => { if (Math.abs(c - x) < near && !l.view.stations[i].side) { near = Math.abs(c - x); best = i; } });
  return y > box.y + box.h ? best : -1;
}

export const onTerminator = (l: Layout, x: number, y: number) => !l.flat && !l.view.sections && y < l.top && y > (l.rows ? 22 : cable.y - 12) && x > l.right + 1 && x < l.right + 18;

function onStrip(l: Layout, f: Frame, strip: View | undefined, x: number, y: number): Thing | undefined {
  const v = l.view, c = l.rows ? { y: 34, h: 13 } : cable;
  for (let k = 0; k < (v.devices?.length ?? 0); k++) if (x >= l.share(v.devices![k].from) && x <= l.share(v.devices![k].to) && y > c.y - 12) return { kind: "device", device: k };
  if (onTerminator(l, x, y) || !l.flat && !v.sections && x < l.left - 1 && x > l.left - 18 && y > c.y - 8) return { kind: "terminator" };
  if (y < c.y - 2 || y > c.y + c.h + 2 || x < l.left || x > l.right) {
    const i = stationNear(l, f, x, y);
    return i < 0 ? undefined : { kind: "station", station: i };
  }
  if (l.flat) return { kind: "hub" };
  if (!strip) return { kind: "cable" };
  const sections = v.sections ?? [{ from: 0, to: 1, length: v.length ?? 0, full: false }];
  for (let k = 0; k < sections.length; k++) {
    const sec = sections[k], a = l.share(sec.from), e = l.share(sec.to);
    if (x < a || x > e) continue;
    const place = (x - a) / Math.max(1e-9, e - a) * sec.length;
    const on = waves(strip, f.now, sec.length, v.sections ? k : undefined).filter((w) => w.from <= place && place <= w.to);
    const signals = [...new Set(on.map((w) => w.signal))];
    if (signals.length > 1 && !sec.full) return { kind: "overlap", signals, place };
    if (on.length) {
      const part = partsOf(strip, on[0].signal).find((q) => q.kind === on[0].kind)!;
      return { kind: "part", signal: on[0].signal, part, place };
    }
  }
  return { kind: "cable" };
}

function onDiagram(l: Layout, s: Scale, x: number, y: number, at: number): Thing | undefined {
  const v = l.view, sent = drawn(v);
  for (const signal of sent) {
    if (signal.collision < 0 || l.columns[signal.station] === undefined) continue;
    if (Math.hypot(x - l.columns[signal.station], y - s.px(signal.collision)) < 9) return { kind: "collision", signal };
  }
  for (const lane of v.lanes) {
    for (const kind of [...doings].reverse()) {
      const bar = barAt(l, lane.station, kind);
      if (x < bar.x - 1.5 || x > bar.x + bar.w + 1.5) continue;
      const slack = 2 * s.each, span = lane.spans?.find((k) => k.kind === kind && k.from - slack <= at && at <= knownUntil(v, k.until) + slack);
      if (span) return { kind: "span", station: lane.station, span };
    }
  }
  if (v.rows) {
    const lane = v.lanes.find((k) => x >= l.columns[k.station] && x < l.columns[k.station] + 44);
    return lane && sharesAt(v, lane, at);
  }
  const device = v.devices?.findIndex((d) => x >= l.share(d.from) && x <= l.share(d.to)) ?? -1;
  if (device >= 0) return { kind: "device", device };
  const station = l.columns.findIndex((c) => Math.abs(c - x) < 4);
  if (station >= 0) {
    const near = laneOf(v, station)?.receptions?.find((r) => Math.abs(s.px(r.fall) - y) < 5);
    if (near) return { kind: "reception", station, reception: near };
  }
  if (l.flat) {
    const i = l.columns.findIndex((c) => x <= c + 4 && x >= c - 30);
    return i < 0 ? undefined : heard(v, i, at);
  }
  const on = sent.filter((t) => {
    const sec = l.section(t.station), a = sec ? l.share(sec.from) : l.left, e = sec ? l.share(sec.to) : l.right;
    if (x < a - 1 || x > e + 1) return false;
    const place = Math.max(0, (x - a) / Math.max(1e-9, e - a) * l.reach(t.station)), d = delayTo(v, t.station, place);
    return t.start + d <= at && at < endOf(v, t) + d;
  });
  if (!on.length) return undefined;
  const sec = l.section(on[0].station), a = sec ? l.share(sec.from) : l.left, e = sec ? l.share(sec.to) : l.right, place = Math.max(0, (x - a) / Math.max(1e-9, e - a) * l.reach(on[0].station));
  const jam = on.find((t) => t.jam >= 0 && at - delayTo(v, t.station, place) >= t.jam);
  if (on.length > 1 && !sec?.full) {
    const from = Math.max(...on.map((t) => t.start + delayTo(v, t.station, place))), until = Math.min(...on.map((t) => endOf(v, t) + delayTo(v, t.station, place)));
    return { kind: "overlap", signals: jam ? [jam, ...on.filter((t) => t !== jam)] : on, place, from, until };
  }
  const signal = on[0], d = delayTo(v, signal.station, place), part = partsOf(v, signal).find((q) => q.from + d <= at && at < q.until + d);
  return part && { kind: "part", signal, part, place };
}

// heard returns what is on at a station's own tap.
function heard(v: View, station: number, at: number): Thing | undefined {
  const on = onAt(v, station, at), own = on.find((t) => t.station === station);
  if (on.length > 1) return { kind: "overlap", signals: on, station };
  if (own) { const part = partsOf(v, own).find((q) => q.from <= at && at < q.until); return part && { kind: "part", signal: own, part }; }
  const c = laneOf(v, station)?.carrier?.find((k) => k.rise <= at && at < knownUntil(v, k.fall));
  return c && { kind: "carrier", station, ...c, at };
}

function sharesAt(v: View, lane: Lane, at: number): Thing | undefined {
  const n = lane.rows?.length ?? 0, long = (v.to - v.from) / Math.max(1, n), k = Math.floor((at - v.from) / long);
  return lane.rows?.[k] && { kind: "shares", station: lane.station, shares: lane.rows[k], from: v.from + k * long, until: v.from + (k + 1) * long };
}

function onRow(l: Layout, s: Scale, f: Frame, x: number, y: number, at: number): Thing | undefined {
  const i = stationAt(l, f, y), v = l.view, lane = i < 0 ? undefined : laneOf(v, i);
  if (!lane) return undefined;
  if (v.rows) return sharesAt(v, lane, at);
  const share = (y - rowAt(l, i, f.scroll)) / l.row, slack = 3 * s.each;
  const own = drawn(v).filter((t) => t.station === i);
  if (share < does.y) {
    const mark = own.find((t) => t.collision >= 0 && Math.abs(s.px(t.collision) - x) < 6 && Math.abs(share - sends.y - sends.h / 2) < 0.3);
    if (mark) return { kind: "collision", signal: mark };
    const signal = own.find((t) => t.start <= at && at < endOf(v, t)) ?? own.find((t) => t.start - slack <= at && at < endOf(v, t) + slack);
    if (signal) {
      const all = partsOf(v, signal), part = all.find((q) => q.from <= at && at < q.until) ?? all[at < signal.start ? 0 : all.length - 1];
      return { kind: "part", signal, part };
    }
  }
  const span = lane.spans?.filter((k) => k.kind !== "defer" && k.from - slack <= at && at <= knownUntil(v, k.until) + slack).pop();
  if (span && share < 0.78) return { kind: "span", station: i, span };
  if (v.crowd) return stopAt(v, at);
  const reception = lane.receptions?.find((r) => r.rise <= at && at <= knownUntil(v, r.fall));
  const lap = lane.overlaid?.find((o) => o.from <= at && at < knownUntil(v, o.until));
  if (lap) return { kind: "overlap", signals: onAt(v, i, at), station: i, from: lap.from, until: knownUntil(v, lap.until) };
  if (reception) return { kind: "reception", station: i, reception };
  const c = lane.carrier?.find((k) => k.rise <= at && at < knownUntil(v, k.fall));
  return c ? { kind: "carrier", station: i, ...c, at } : undefined;
}
