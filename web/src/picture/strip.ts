// The cable with its stations, terminators and the bits on their way, at one instant.
import { signalOf, thin, type Theme } from "../palette";
import type { Transmission, View } from "../types";
import { bits } from "../units";
import { partsOf } from "./bands";
import { resource } from "./crowd";
import { endOf } from "./fold";
import { drawn } from "./hidden";
import type { Labels } from "./labels";
import type { Layout } from "./layout";
import { lookOf, paintLook, type Kind } from "./looks";
import type { Outline, Pen } from "./pen";
import { hue, hueOf, onAt, stateOf, type State } from "./states";

export const cable = { y: 57, h: 13 }, box = { y: 4, h: 36 };
const cableOf = (l: Layout) => l.rows ? { y: 34, h: 13 } : cable;

// Wave is a stretch of cable on which a part of a signal is, and which way it goes.
interface Wave { kind: Kind; from: number; to: number; signal: Transmission; way: -1 | 1 }

// waves returns what is on a cable, or on a section of a path, at an instant.
export function waves(v: View, at: number, length: number, section?: number): Wave[] {
  const all: Wave[] = [];
  for (const x of drawn(v)) {
    const st = v.stations[x.station];
    if (section !== undefined && (st.section ?? 0) !== section) continue;
    for (const part of partsOf(v, x)) {
      const near = Math.max(0, at - part.until), far = at - part.from;
      if (far <= near) continue;
      for (const way of [-1, 1] as const) {
        const a = st.place + way * near, b = st.place + way * far;
        const from = Math.max(0, Math.min(a, b)), to = Math.min(length, Math.max(a, b));
        if (to > from) all.push({ kind: part.kind, from, to, signal: x, way });
      }
    }
  }
  return all;
}

// meetings returns the stretches on which two signals are.
function meetings(all: Wave[]): [number, number][] {
  const out: [number, number][] = [];
  for (let a = 0; a < all.length; a++) for (let b = a + 1; b < all.length; b++) {
    if (all[a].signal === all[b].signal || all[a].signal.station === all[b].signal.station) continue;
    const from = Math.max(all[a].from, all[b].from), to = Math.min(all[a].to, all[b].to);
    if (to > from) out.push([from, to]);
  }
  return out;
}

// strip draws the cable at an instant; without a view of the instant, only what does not move.
export function strip(p: Pen, l: Layout, t: Theme, labels: Labels, v: View | undefined, at: number, chosen: number) {
  const c = cableOf(l), all = l.view;
  if (all.crowd) return resource(p, l, t, labels, v, at);
  if (l.flat) hub(p, l, t, v, at);
  else if (all.sections) all.sections.forEach((s, k) => wire(p, l, t, v, at, s.length, (x) => l.share(s.from + (s.to - s.from) * x / Math.max(1, s.length)), k, s.full));
  else {
    wire(p, l, t, v, at, all.length!, (x) => l.x(x));
    for (const [x, way] of [[l.left, -1], [l.right, 1]]) terminator(p, t, x + way * 5, c.y + c.h / 2);
  }
  for (const d of all.devices ?? []) {
    const o = p.outline(), x = l.share(d.from), w = l.share(d.to) - x;
    o.rect(x, c.y - 9, w, c.h + 18);
    p.fill(o, t.paper);
    p.stroke(o, t.ink, 1.2);
    labels.put([d.name, d.name.slice(0, 3)], x + w / 2, c.y + c.h + 17, { size: 11, bold: true }, t.ink, "center");
  }
  if (l.rows) ticks(p, l, t, labels, v, at, chosen);
  else boxes(p, l, t, labels, v, at, chosen);
}

function wire(p: Pen, l: Layout, t: Theme, v: View | undefined, at: number, length: number, x: (place: number) => number, section?: number, full?: boolean) {
  const c = cableOf(l), whole = p.outline();
  whole.rect(x(0), c.y, x(length) - x(0), c.h);
  p.fill(whole, t.carrier);
  if (v) {
    const all = waves(v, at, length, section), order: Kind[] = ["commit", "preamble", "frame", "beacon", "jam"];
    for (const kind of order) for (const w of all) {
      if (w.kind !== kind) continue;
      const o = p.outline(), half = full ? c.h / 2 : c.h;
      o.rect(x(w.from), c.y + (full && w.way < 0 ? half : 0), Math.max(0.5, x(w.to) - x(w.from)), half);
      paintLook(p, o, lookOf(t, kind, signalOf(t, hueOf(v, w.signal))));
    }
    const arrows = new Map<number, Outline>();
    for (const w of all) {
      const h = hueOf(v, w.signal) % t.signals.length;
      let o = arrows.get(h);
      if (!o) arrows.set(h, o = p.outline());
      const front = x(v.stations[w.signal.station].place) + w.way * (at - w.signal.start) * (x(length) - x(0)) / Math.max(1, length), y = c.y + c.h / 2;
      const [a, b] = [x(w.from), x(w.to)], every = 16, begin = w.way > 0 ? b - ((b - front) % every + every) % every : a + ((front - a) % every + every) % every;
      for (let at = begin, k = 0; k < 400 && at > a + 3 && at < b - 1 || k === 0; at -= w.way * every, k++) {
        if (at <= a + 4 || at >= b - 4) continue;
        o.moveTo(at - w.way * 3.5, y - 3.5);
        o.lineTo(at, y);
        o.lineTo(at - w.way * 3.5, y + 3.5);
      }
    }
    for (const [h, o] of arrows) p.stroke(o, signalOf(t, h).jam, 1.2);
    if (!full) {
      const o = p.outline();
      for (const [a, b] of meetings(all)) o.rect(x(a), c.y, Math.max(1, x(b) - x(a)), c.h);
      p.fill(o, thin(t.overlap, 0.6));
      p.hatch(o, t.overlap, "cross");
    }
  }
  p.stroke(whole, t.ink, 1.2);
}

function terminator(p: Pen, t: Theme, x: number, y: number) {
  const o = p.outline();
  o.rect(x - 5, y - 10, 10, 20);
  p.fill(o, t.ink);
  const z = p.outline();
  z.moveTo(x, y - 7);
  for (let k = 0; k < 5; k++) z.lineTo(x + (k % 2 ? -2.5 : 2.5), y - 5 + k * 2.5);
  z.lineTo(x, y + 7);
  p.stroke(z, t.paper, 1);
}

// hub draws the middle of a star.
function hub(p: Pen, l: Layout, t: Theme, v: View | undefined, at: number) {
  const c = cableOf(l), half = (l.view.delay ?? 0) / 2, o = p.outline(), x = l.left - 14, w = l.right - l.left + 28;
  o.rect(x, c.y, w, c.h);
  const on = v ? drawn(v).filter((s) => s.start + half <= at && at < endOf(v, s) + half) : [];
  p.fill(o, t.carrier);
  if (v && on.length === 1) {
    const part = partsOf(v, on[0]).find((q) => q.from + half <= at && at < q.until + half);
    paintLook(p, o, lookOf(t, part?.kind ?? "frame", signalOf(t, hueOf(v, on[0]))));
  }
  if (on.length > 1) { p.fill(o, thin(t.overlap, 0.6)); p.hatch(o, t.overlap, "cross"); }
  p.stroke(o, t.ink, 1.2);
}

// tone returns how the box of a station in a state is filled.
export function tone(t: Theme, s: State): { fill: string; hatch?: string; text: string } {
  const look = signalOf(t, s.station);
  switch (s.doing) {
    case "preamble": case "hears": return { fill: look.preamble, text: t.ink };
    case "frame": return { fill: look.frame, text: t.ink };
    case "jam": return { fill: look.jam, text: t.paper };
    case "beacon": case "commit": return { fill: look.preamble, text: t.ink };
    case "overlap": return { fill: thin(t.overlap, 0.22), text: t.ink };
    case "backoff": case "wait": return { fill: thin(t.backoff, s.doing === "wait" ? 0.14 : 0.34), text: t.ink };
    case "gap": return { fill: thin(t.gap, 0.16), text: t.ink };
    case "idle": return { fill: t.paper, text: t.faint };
  }
}

// Box is where a station is shown above the cable.
export interface Box { station: number; x: number; w: number }

// boxesOf places a box for each station above its tap, pushed aside where boxes would overlap.
export function boxesOf(l: Layout): Box[] {
  const shown = l.columns.map((_, i) => i).filter((i) => !l.view.sections || !l.view.stations[i].side).sort((a, b) => l.columns[a] - l.columns[b]);
  const w = Math.max(20, Math.min(168, (l.width - 8) / Math.max(1, shown.length) - 5)), room = w + 5;
  const all = shown.map((station) => ({ station, x: l.columns[station], w }));
  all.forEach((b, k) => { b.x = Math.max(b.x, k ? all[k - 1].x + room : w / 2 + 3); });
  for (let k = all.length - 1; k >= 0; k--) all[k].x = Math.min(all[k].x, k < all.length - 1 ? all[k + 1].x - room : l.width - w / 2 - 3);
  return all;
}

function boxes(p: Pen, l: Layout, t: Theme, labels: Labels, v: View | undefined, at: number, chosen: number) {
  const c = cableOf(l);
  for (const b of boxesOf(l)) {
    const i = b.station, state = v && stateOf(v, i, at), look = signalOf(t, hue(l.view, i));
    const stub = p.outline(), x = l.columns[i];
    stub.moveTo(b.x, box.y + box.h);
    if (Math.abs(b.x - x) > 1) stub.lineTo(x, c.y - 5);
    stub.lineTo(x, c.y);
    p.stroke(stub, look.jam, chosen === i ? 3 : 1.8);
    const o = p.outline();
    o.rect(b.x - b.w / 2, box.y, b.w, box.h);
    p.fill(o, t.paper);
    const fill = state ? tone(t, state) : { fill: t.paper, text: t.faint };
    p.fill(o, fill.fill);
    p.stroke(o, look.jam, chosen === i ? 2.6 : 1.2);
    const name = l.view.stations[i].name, short = [...name].length > 4 ? [[...name].slice(0, 3).join("") + "…"] : [];
    labels.put([name, ...short], b.x, box.y + 11, { size: 12.5, bold: true }, fill.text === t.paper ? t.paper : t.ink, "center", { most: b.w - 4 })
      || labels.put([name, ...short, [...name][0]], b.x, box.y + 11, { size: 10, bold: true }, fill.text === t.paper ? t.paper : t.ink, "center", { most: b.w - 2 });
    if (state) labels.put(state.texts, b.x, box.y + 26, { size: 11.5 }, fill.text, "center", { most: b.w - 6 })
      || labels.put(state.texts, b.x, box.y + 26, { size: 9.5 }, fill.text, "center", { most: b.w - 3 });
    const tap = p.outline();
    tap.circle(x, c.y + c.h / 2, chosen === i ? 4.5 : 3.2);
    p.fill(tap, look.jam);
    p.stroke(tap, t.paper, 1);
  }
  if (!l.flat && !l.view.sections) for (const i of l.columns.map((_, k) => k)) {
    const place = l.view.stations[i].place;
    labels.put([bits(place, l.view.bit), bits(place, l.view.bit).replace(" bt", "")], l.columns[i], c.y + c.h + 12, { size: 10.5 }, t.faint, "center");
  }
}

// ticks show many stations: a mark for each, with its name where there is room.
function ticks(p: Pen, l: Layout, t: Theme, labels: Labels, v: View | undefined, at: number, chosen: number) {
  const c = cableOf(l), names = [...l.columns.keys()].sort((a, b) => Number(b === chosen) - Number(a === chosen) || l.columns[a] - l.columns[b]);
  for (const i of l.columns.keys()) {
    const x = l.columns[i], o = p.outline(), on = v ? onAt(v, i, at) : [], own = on.some((s) => s.station === i);
    o.moveTo(x, c.y - (own ? 11 : 6));
    o.lineTo(x, c.y);
    p.stroke(o, own ? signalOf(t, hue(l.view, i)).jam : t.faint, own || i === chosen ? 2.6 : 1);
    if (own) { const d = p.outline(); d.circle(x, c.y - 12, 3); p.fill(d, signalOf(t, hue(l.view, i)).jam); }
  }
  for (const i of names) labels.put([l.view.stations[i].name], l.columns[i], 12, { size: 10.5, bold: i === chosen }, t.ink, "center", { apart: 9 });
  if (!l.flat && !l.view.sections) labels.put([bits(l.view.length ?? 0, l.view.bit)], l.right, c.y + c.h + 12, { size: 10.5 }, t.faint, "right");
}
