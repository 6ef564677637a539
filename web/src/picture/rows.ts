// A row for each station, time across, as a logic analyser shows it.
import { signalOf, type Theme } from "../palette";
import { t as say } from "../words";
import { sayNote } from "../words/said";
import { doings, partsOf } from "./bands";
import { stops } from "./crowd";
import { drawn } from "./hidden";
import type { Labels } from "./labels";
import type { Layout } from "./layout";
import { lookOf, paintLook, star, type Kind } from "./looks";
import type { Outline, Pen } from "./pen";
import type { Scale } from "./scale";
import { hueOf } from "./states";

// The parts of a row, as shares of its height: what the station sends, what it does besides, what it hears.
export const sends = { y: 0.1, h: 0.42 }, does = { y: 0.56, h: 0.2 }, hears = { y: 0.8, h: 0.14 };

// visible returns the first and the last station whose rows are in sight.
export function visible(l: Layout, scroll: number): [number, number] {
  const b = l.body;
  return [Math.max(0, Math.floor(scroll / l.row)), Math.min(l.shown - 1, Math.floor((scroll + b.h) / l.row))];
}

export const rowAt = (l: Layout, i: number, scroll: number) => l.body.y + i * l.row - scroll;

// rows draws the rows in sight.
export function rows(p: Pen, l: Layout, s: Scale, t: Theme, scroll: number) {
  const v = l.view, b = l.body, [first, last] = visible(l, scroll), sent = drawn(v);
  const lines = p.outline();
  for (let i = first; i <= last + 1; i++) { const y = rowAt(l, i, scroll); lines.moveTo(b.x, y); lines.lineTo(b.x + b.w, y); }
  p.stroke(lines, t.line);
  if (v.crowd) stops(p, l, s, t);
  if (v.rows) { shares(p, l, s, t, scroll); return; }
  const all = new Map<string, { kind: Kind; hue: number; o: Outline }>();
  const of = (kind: Kind, hue: number) => {
    const key = `${kind} ${hue % t.signals.length}`;
    let e = all.get(key);
    if (!e) all.set(key, e = { kind, hue, o: p.outline() });
    return e.o;
  };
  const box = (o: Outline, i: number, part: { y: number; h: number }, from: number, until: number) => {
    const x = Math.max(b.x - 2, s.px(from)), w = Math.min(b.x + b.w + 2, s.px(until)) - x;
    if (w > 0 && until > from) o.rect(x, rowAt(l, i, scroll) + part.y * l.row, Math.max(w, 0.6), part.h * l.row);
  };
  for (const lane of v.lanes) {
    const i = lane.station;
    if (i < first || i > last) continue;
    for (const c of lane.carrier ?? []) box(of("carrier", 0), i, hears, c.rise, c.fall < 0 ? v.until : c.fall);
    for (const o of lane.overlaid ?? []) box(of("overlap", 0), i, hears, o.from, o.until < 0 ? v.until : o.until);
    for (const span of lane.spans ?? []) if (span.kind !== "defer") box(of(span.kind, 0), i, does, span.from, span.until < 0 ? v.until : span.until);
  }
  for (const x of sent) if (x.station >= first && x.station <= last) for (const part of partsOf(v, x)) box(of(part.kind, hueOf(v, x)), x.station, sends, part.from, part.until);
  const edges = p.outline();
  for (const x of sent) if (x.station >= first && x.station <= last) box(edges, x.station, sends, x.start, x.end < 0 ? v.until : x.end);
  const order: Kind[] = ["carrier", "overlap", "read", ...doings, "commit", "preamble", "frame", "beacon", "jam"];
  for (const kind of order) for (const e of all.values()) if (e.kind === kind) paintLook(p, e.o, lookOf(t, kind, signalOf(t, e.hue)));
  p.stroke(edges, t.faint, 0.6);
  // Marks of collisions, where they can be told apart.
  const free = new Map<number, number>();
  for (const x of sent) {
    if (x.collision < 0 || x.station < first || x.station > last) continue;
    const at = s.px(x.collision);
    if (at < (free.get(x.station) ?? -Infinity) || at < b.x || at > b.x + b.w) continue;
    free.set(x.station, at + 9);
    star(p, t, at, rowAt(l, x.station, scroll) + (sends.y + sends.h / 2) * l.row, 5.5);
  }
}

// shares show how much of each stretch a station used, if there are too many signals to draw each.
function shares(p: Pen, l: Layout, s: Scale, t: Theme, scroll: number) {
  const v = l.view, n = v.rows!.length, long = (v.to - v.from) / n, [first, last] = visible(l, scroll);
  const good = p.outline(), bad = p.outline();
  for (const lane of v.lanes) {
    if (lane.station < first || lane.station > last) continue;
    const base = rowAt(l, lane.station, scroll) + l.row * 0.92, high = l.row * 0.84;
    lane.rows?.forEach((r, k) => {
      const x = s.px(v.from + k * long), w = Math.max(0.6, s.px(v.from + (k + 1) * long) - x);
      if (x + w < l.axis || x > l.width) return;
      if (r.success > 0) good.rect(x, base - high * r.success, w, high * r.success);
      if (r.collision > 0) bad.rect(x, base - high * (r.success + r.collision), w, Math.max(0.8, high * r.collision));
    });
  }
  p.fill(good, t.sent);
  p.fill(bad, t.collided);
}

// frames names the frames in the rows.
export function frames(l: Layout, s: Scale, t: Theme, labels: Labels, scroll: number, upTo: number) {
  const v = l.view, b = l.body, [first, last] = visible(l, scroll);
  for (const x of v.rows ? [] : drawn(v)) {
    if (x.station < first || x.station > last || x.signal || x.start > upTo || x.collision >= 0) continue;
    const from = Math.max(b.x, s.px(x.header)), until = Math.min(b.x + b.w, s.px(Math.min(upTo, x.end < 0 ? v.until : x.end))), y = rowAt(l, x.station, scroll) + (sends.y + sends.h / 2) * l.row;
    if (until - from < 14 || y < b.y + 6) continue;
    labels.put([...x.turn ? [`${say("picture.frame", { n: x.frame })}, ${sayNote(x.turn)}`] : [], say("picture.frame", { n: x.frame }), String(x.frame)], (from + until) / 2, y, { size: 10.5 }, t.ink, "center", { most: until - from - 4 });
  }
}
