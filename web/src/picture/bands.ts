// The space-time diagram: place across, time down. What is drawn here does not depend on the present.
import { signalOf, thin, type Theme } from "../palette";
import type { Transmission, View } from "../types";
import { attempt } from "./crowd";
import { BEACON, COMMIT, endOf } from "./fold";
import { drawn, shows } from "./hidden";
import type { Layout, Places } from "./layout";
import { lookOf, paintLook, star, type Kind } from "./looks";
import type { Outline, Pen } from "./pen";
import type { Scale } from "./scale";
import { hue, hueOf, onAt } from "./states";

export interface Part { kind: Kind; from: number; until: number }

// partsOf returns the parts of a transmission with their instants at its sender.
export function partsOf(v: View, t: Transmission): Part[] {
  if (v.crowd) return attempt(v, t);
  const end = endOf(v, t);
  if (t.signal === BEACON || t.signal === COMMIT) return [{ kind: t.signal === BEACON ? "beacon" : "commit", from: t.start, until: end }];
  const jam = t.jam < 0 ? end : Math.min(t.jam, end), header = Math.min(t.header, jam);
  const all: Part[] = [{ kind: "preamble", from: t.start, until: header }, { kind: "frame", from: header, until: jam }, { kind: "jam", from: jam, until: end }];
  return all.filter((p) => p.until > p.from);
}

// Bands collects outlines by their look, because painting one large outline is faster than many small ones.
class Bands {
  private all = new Map<string, { kind: Kind; hue: number; o: Outline }>();
  constructor(private p: Pen, private t: Theme) {}
  of(kind: Kind, hue: number): Outline {
    const key = `${kind} ${hue % this.t.signals.length}`;
    let b = this.all.get(key);
    if (!b) this.all.set(key, b = { kind, hue, o: this.p.outline() });
    return b.o;
  }

  paint(kinds: Kind[]) {
    for (const kind of kinds) for (const b of this.all.values()) if (b.kind === kind) paintLook(this.p, b.o, lookOf(this.t, kind, signalOf(this.t, b.hue)));
  }
}

// body draws the signals, where they overlap, and what each station does beside its line.
export function body(p: Pen, l: Layout, s: Scale, t: Theme) {
  const v = l.view, sent = drawn(v), all = v.transmissions ?? [];
  devices(p, l, s, t);
  if (v.rows) { columns(p, l, s, t); return; }
  const bands = new Bands(p, t), edges = new Map<number, Outline>();
  for (const x of sent) {
    const colour = hueOf(v, x);
    let edge = edges.get(colour % t.signals.length);
    if (!edge) edges.set(colour % t.signals.length, edge = p.outline());
    for (const part of partsOf(v, x)) (l.flat ? column : band)(bands.of(part.kind, colour), l, s, x, part);
    if (!l.flat) for (const at of x.end < 0 ? [x.start] : [x.start, x.end]) front(edge, l, s, x, at);
  }
  bands.paint(["commit", "preamble", "frame", "beacon"]);
  const both = p.outline();
  for (const o of v.overlaps ?? []) {
    if (!shows(v, all[o.a]) || !shows(v, all[o.b])) continue;
    o.corners.forEach(([place, at], k) => both[k ? "lineTo" : "moveTo"](l.along(all[o.a].station, place), s.px(at)));
    both.closePath();
  }
  if (l.flat) for (const lane of v.lanes) for (const o of lane.overlaid ?? []) {
    if (v.hidden?.size && onAt(v, lane.station, o.from).filter((x) => shows(v, x)).length < 2) continue;
    const w = columnWide(l), y = s.px(o.from);
    both.rect(l.columns[lane.station] - w, y, w, s.px(o.until < 0 ? v.until : o.until) - y);
  }
  paintLook(p, both, lookOf(t, "overlap", t.signals[0]));
  bands.paint(["jam"]);
  for (const [h, o] of edges) p.stroke(o, signalOf(t, h).jam, 1);
  lanes(p, l, s, t);
  for (const x of sent) if (x.collision >= 0 && l.columns[x.station] !== undefined) star(p, t, l.columns[x.station], s.px(x.collision));
}

// ends returns the places where the edge of a signal bends.
function ends(l: Places, x: Transmission) {
  const from = l.view.stations[x.station].place, far = l.reach(x.station);
  return { from, at: from > 0 && from < far ? [0, from, far] : [0, far] }; // a signal can come from beyond the part of a cable that is on a path
}

function band(o: Outline, l: Places, s: Scale, x: Transmission, part: Part) {
  const { from, at } = ends(l, x);
  at.forEach((place, k) => o[k ? "lineTo" : "moveTo"](l.along(x.station, place), s.px(part.from + Math.abs(place - from))));
  for (const place of [...at].reverse()) o.lineTo(l.along(x.station, place), s.px(part.until + Math.abs(place - from)));
  o.closePath();
}

// front draws the way of one bit of a signal.
export function front(o: Outline, l: Places, s: Scale, x: Transmission, when: number) {
  const { from, at } = ends(l, x);
  at.forEach((place, k) => o[k ? "lineTo" : "moveTo"](l.along(x.station, place), s.px(when + Math.abs(place - from))));
}

export const columnWide = (l: Layout) => Math.max(5, l.lane * 1.4);

// column shows a signal where stations have no place, on a star: wide at its sender, narrow where it is heard.
function column(o: Outline, l: Layout, s: Scale, x: Transmission, part: Part) {
  const w = columnWide(l);
  l.columns.forEach((at, i) => {
    const own = i === x.station, later = own ? 0 : l.view.delay ?? 0, wide = own ? w : w * 0.5, y = s.px(part.from + later);
    o.rect(at - wide, y, wide, s.px(part.until + later) - y);
  });
}

// devices draws the devices of a path, and what they pass on: in a repeater the signal itself, later by its delay; in a
// bridge a line from the end of a frame to where it is sent on.
function devices(p: Pen, l: Layout, s: Scale, t: Theme) {
  const v = l.view, b = l.body;
  for (const d of v.devices ?? []) {
    const o = p.outline();
    o.rect(l.share(d.from), b.y, l.share(d.to) - l.share(d.from), b.h);
    p.fill(o, thin(t.line, 0.45));
  }
  for (const k of v.crossings ?? []) {
    const x = v.transmissions![k.out];
    if (!shows(v, x)) continue;
    const d = v.devices![k.device], back = v.stations[x.station].side === 1;
    const from = l.share(back ? d.to : d.from), to = l.share(back ? d.from : d.to), look = signalOf(t, hueOf(v, x)), o = p.outline();
    if (d.bridge) {
      if (k.fall < 0) continue;
      o.moveTo(from, s.px(k.fall));
      o.lineTo(to, s.px(x.start));
      p.stroke(o, look.jam, 1.5);
      continue;
    }
    const end = x.jam >= 0 ? x.jam : endOf(v, x), fall = k.fall < 0 ? v.until : k.fall;
    o.moveTo(from, s.px(k.rise));
    o.lineTo(to, s.px(x.start));
    o.lineTo(to, s.px(end));
    o.lineTo(from, s.px(x.jam >= 0 ? Math.min(fall, Math.max(k.rise, end - (x.start - k.rise))) : fall));
    o.closePath();
    p.fill(o, thin(look.frame, 0.35));
  }
}

export const doings = ["defer", "gap1", "gap2", "own_gap", "wait", "backoff"] as const;

// barAt returns where the bar of something that a station does stands.
export function barAt(l: Layout, station: number, kind: string): { x: number; w: number } {
  const second = kind === "wait" || kind === "own_gap" || kind === "backoff" ? 1 : 0, w = l.lane / 2;
  const way = l.side(station), begin = l.columns[station] + way * (2 + second * (w + 1));
  return { x: way > 0 ? begin : begin - w, w };
}

// lanes show what each station does, beside it.
function lanes(p: Pen, l: Layout, s: Scale, t: Theme) {
  const v = l.view;
  for (const kind of doings) {
    const o = p.outline();
    for (const lane of v.lanes) {
      const { x, w } = barAt(l, lane.station, kind);
      for (const span of lane.spans ?? []) {
        if (span.kind !== kind) continue;
        const y = s.px(span.from), h = s.px(span.until < 0 ? v.until : span.until) - y;
        if (h >= 0.3) o.rect(x, y, w, h);
      }
    }
    paintLook(p, o, lookOf(t, kind, signalOf(t, hue(v, 0))));
  }
}

// columns show shares of time, if there are too many signals to draw each.
function columns(p: Pen, l: Layout, s: Scale, t: Theme) {
  const v = l.view, n = v.rows!.length, long = (v.to - v.from) / n;
  const good = p.outline(), bad = p.outline(), w = Math.max(3, Math.min((l.right - l.left) / Math.max(1, v.lanes.length) - 6, 40));
  for (const lane of v.lanes) {
    const x = l.columns[lane.station] + 2;
    lane.rows?.forEach((r, k) => {
      const y = s.px(v.from + k * long), h = Math.max(0.5, s.px(v.from + (k + 1) * long) - y);
      if (r.success > 0) good.rect(x, y, w * r.success, h);
      if (r.collision > 0) bad.rect(x + w * r.success, y, Math.max(0.6, w * r.collision), h);
    });
  }
  p.fill(good, t.sent);
  p.fill(bad, t.collided);
}
