// A whole picture: the cable at the present above, and time below it.
import { signalOf, thin, type Theme } from "../palette";
import type { View } from "../types";
import { bits, clock, step } from "../units";
import { locale, t as say } from "../words";
import { sayNote } from "../words/said";
import { barAt, body, front } from "./bands";
import { idle } from "./fold";
import { drawn } from "./hidden";
import { Labels } from "./labels";
import type { Layout, Places } from "./layout";
import { CanvasPen, type Pen } from "./pen";
import { frames, rowAt, rows, visible } from "./rows";
import { foldSize, Scale } from "./scale";
import { covers, hue, stateOf } from "./states";
import { strip, tone } from "./strip";

export interface Frame {
  from: number; to: number; // the window shown
  now: number;
  theme: Theme;
  chosen: number; // a station; -1: none
  hide: boolean; // what is after now is not shown
  folds: boolean; // idle time is folded
  bold?: number; // how much wider lines are than usual
  scroll: number; // of rows, in pixels
  hover?: { x: number; y: number };
  near?: View; // of the present, if the window does not show it
  ghost?: View; // another run, behind
}

// scaleOf lays out the time of a picture.
export function scaleOf(l: Layout, f: Frame): Scale {
  const b = l.body, folded = f.folds ? idle(l.view) : [];
  return l.rows ? new Scale(f.from, f.to, b.x, b.w, folded) : new Scale(f.from, f.to, b.y, b.h, folded);
}

// Layer keeps what does not change while the present moves.
export class Layer {
  private canvas = document.createElement("canvas");
  private of = "";
  private view?: View;

  put(c: CanvasRenderingContext2D, l: Layout, f: Frame, s: Scale, scale: number) {
    const of = [l.width, l.height, l.rows, scale, f.theme.dark, f.from, f.to, f.folds, f.bold, f.scroll, l.columns.join(), ...l.view.hidden ?? []].join();
    if (of !== this.of || l.view !== this.view) {
      this.of = of;
      this.view = l.view;
      const w = Math.round(l.width * scale), h = Math.round(l.height * scale);
      if (this.canvas.width !== w || this.canvas.height !== h) { this.canvas.width = w; this.canvas.height = h; }
      const pen = this.canvas.getContext("2d")!;
      pen.setTransform(1, 0, 0, 1, 0, 0);
      pen.clearRect(0, 0, w, h);
      pen.setTransform(scale, 0, 0, scale, 0, 0);
      const b = l.body, p = new CanvasPen(pen, scale, f.bold);
      p.within(b.x, b.y, b.w, b.h, 1, () => content(p, l, s, f));
    }
    c.drawImage(this.canvas, 0, 0, l.width, l.height);
  }
}

function content(p: Pen, l: Layout, s: Scale, f: Frame) {
  if (l.rows) rows(p, l, s, f.theme, f.scroll); else body(p, l, s, f.theme);
}

// paint draws a picture with a pen and returns its texts. onto puts what does not change; without it, it is drawn.
export function paint(p: Pen, l: Layout, f: Frame, s: Scale, onto?: () => void): Labels {
  const labels = new Labels(p, l.width, l.height), t = f.theme, b = l.body, whole = p.outline();
  whole.rect(0, 0, l.width, l.height);
  p.fill(whole, t.paper);
  const now = s.px(f.now), along = l.rows ? b.x : b.y, end = l.rows ? b.x + b.w : b.y + b.h, known = Math.max(along, Math.min(now, end));
  const ticks = ticksOf(l, f, s, f.hide ? known : end);
  grid(p, l, t, ticks.map((k) => k.at));
  const part = (from: number, to: number, alpha: number, draw: () => void) =>
    l.rows ? p.within(from, b.y, to - from, b.h, alpha, draw) : p.within(b.x, from, b.w, to - from, alpha, draw);
  const draw = onto ?? (() => content(p, l, s, f));
  if (f.ghost) part(along, f.hide ? known : end, 1, () => ghost(p, l, s, f));
  part(along, known, 1, draw);
  if (!f.hide) part(known, end, 0.34, draw); // the future is faint
  if (!l.rows) posts(p, l, f, f.hide ? known : end);
  nowLine(p, l, f, now, labels);
  if (f.hover) pointer(p, l, f, s, labels);
  axisTexts(l, f, ticks, labels);
  for (const fold of s.folds) if (fold.at + fold.size > along && fold.at < (f.hide ? known - foldSize : end)) breaks(p, l, f, fold, labels);
  strip(p, l, t, labels, covers(l.view, f.now) ? l.view : covers(f.near, f.now) ? f.near : undefined, f.now, f.chosen);
  const upTo = f.hide ? f.now : Infinity;
  if (l.rows) { names(p, l, f, labels); p.within(b.x, b.y, b.w, b.h, 1, () => frames(l, s, t, labels, f.scroll, upTo)); } else captions(l, f, s, labels, upTo);
  return labels;
}

interface Tick { at: number; time: number }

function ticksOf(l: Layout, f: Frame, s: Scale, end: number): Tick[] {
  const bit = l.view.bit, every = Math.max(step(s.each * (l.rows ? l.body.w : l.body.h) / bit, (l.rows ? l.body.w / 92 : l.body.h / 62)), 1e-3), out: Tick[] = [];
  let from = f.from;
  const run = (to: number) => {
    for (let k = Math.ceil(from / bit / every); k * every * bit <= to && out.length < 400; k++) {
      const at = s.px(k * every * bit);
      if (at <= end + 0.5) out.push({ at, time: k * every * bit });
    }
  };
  for (const fold of s.folds) { run(Math.min(fold.from, f.to)); from = Math.max(from, fold.until); }
  run(f.to);
  return out;
}

function grid(p: Pen, l: Layout, t: Theme, at: number[]) {
  const o = p.outline(), b = l.body;
  for (const y of at) {
    if (l.rows) { o.moveTo(y, b.y - 5); o.lineTo(y, b.y + b.h); } else { o.moveTo(b.x - 4, y); o.lineTo(b.x + b.w, y); }
  }
  p.stroke(o, t.line);
}

function axisTexts(l: Layout, f: Frame, ticks: Tick[], labels: Labels) {
  const bit = l.view.bit, b = l.body, t = f.theme;
  for (const k of ticks) {
    if (l.rows) {
      const number = (Math.round(k.time / bit * 1000) / 1000).toLocaleString(locale());
      if (k.at >= b.x - 1) labels.put([bits(k.time, bit), number], k.at, b.y - 12, { size: 11 }, t.ink, "center");
      continue;
    }
    if (k.at < b.y + 2) continue;
    const text = bits(k.time, bit), bare = text.replace(" bt", "");
    const wide = labels.put([text, bare], b.x - 7, k.at - (l.narrow ? 0 : 6), { size: 11.5 }, t.ink, "right", { most: b.x - 9 });
    if (!l.narrow && wide) labels.put([clock(k.time)], b.x - 7, k.at + 7, { size: 10 }, t.faint, "right", { most: b.x - 9 });
    else if (!wide) labels.put([clock(k.time)], b.x - 7, k.at, { size: 10 }, t.faint, "right", { most: b.x - 9 });
  }
}

function posts(p: Pen, l: Layout, f: Frame, end: number) {
  l.columns.forEach((x, i) => {
    const o = p.outline(), chosen = f.chosen === i;
    o.moveTo(x, l.top - 16);
    o.lineTo(x, end);
    p.stroke(o, chosen ? f.theme.ink : thin(f.theme.ink, 0.75), chosen ? 2.2 : 1);
  });
}

function nowLine(p: Pen, l: Layout, f: Frame, at: number, labels: Labels) {
  const b = l.body, t = f.theme, font = { size: 11.5, bold: true };
  if (at < (l.rows ? b.x : b.y) - 0.5 || at > (l.rows ? b.x + b.w : b.y + b.h) + 0.5) return;
  const o = p.outline();
  if (l.rows) { o.moveTo(at, b.y - 4); o.lineTo(at, b.y + b.h); } else { o.moveTo(b.x - 4, at); o.lineTo(b.x + b.w, at); }
  p.stroke(o, t.now, 2);
  const exact = bits(f.now, l.view.bit), text = [exact, exact.replace(" bt", ""), bits(Math.round(f.now / l.view.bit) * l.view.bit, l.view.bit).replace(" bt", ""), clock(f.now)];
  const ground = (r: { x: number; y: number; w: number; h: number }) => { const g = p.outline(); g.rect(r.x - 4, r.y - 2, r.w + 8, r.h + 4); p.fill(g, t.now); };
  if (l.rows) {
    const w = p.width(text[0], font) / 2 + 5;
    labels.put(text, Math.max(w, Math.min(at, l.width - w)), b.y - 12, font, t.paper, "center", { ground });
  } else labels.put(text, b.x - 7, Math.max(b.y + 10, Math.min(at, l.height - 10)), font, t.paper, "right", { most: b.x - 8, ground });
}

// pointer shows the instant, and the place, at which the reader points.
function pointer(p: Pen, l: Layout, f: Frame, s: Scale, labels: Labels) {
  const b = l.body, h = f.hover!, t = f.theme;
  if (h.x < b.x || h.y < b.y) return;
  const o = p.outline(), at = s.at(l.rows ? h.x : h.y), text = bits(at, l.view.bit);
  const ground = (r: { x: number; y: number; w: number; h: number }) => { const g = p.outline(); g.rect(r.x - 3, r.y - 1, r.w + 6, r.h + 2); p.fill(g, t.faint); };
  if (l.rows) {
    o.moveTo(h.x, b.y);
    o.lineTo(h.x, b.y + b.h);
    labels.put([text], Math.min(h.x, l.width - 30), b.y - 12, { size: 11 }, t.paper, "center", { ground });
  } else {
    o.moveTo(b.x, h.y);
    o.lineTo(b.x + b.w, h.y);
    if (!l.flat) { o.moveTo(h.x, b.y); o.lineTo(h.x, b.y + b.h); }
    labels.put([text, text.replace(" bt", "")], b.x - 7, h.y, { size: 11 }, t.paper, "right", { most: b.x - 9, ground });
  }
  p.stroke(o, thin(t.ink, 0.45), 1, [4, 4]);
}

// breaks shows that idle time is left out.
function breaks(p: Pen, l: Layout, f: Frame, fold: { from: number; until: number; at: number; size: number }, labels: Labels) {
  const b = l.body, t = f.theme, o = p.outline(), ground = p.outline();
  const length = [say("picture.idle", { time: bits(fold.until - fold.from, l.view.bit) }), bits(fold.until - fold.from, l.view.bit)];
  if (l.rows) {
    const x = Math.max(b.x, fold.at);
    ground.rect(x, b.y, fold.at + fold.size - x, b.h);
    for (const edge of [fold.at + 7, fold.at + fold.size - 7]) { if (edge < b.x) continue; for (let y = b.y, k = 0; y < b.y + b.h; y += 6, k++) o[k ? "lineTo" : "moveTo"](edge + (k % 2 ? 2.5 : -2.5), y); }
  } else {
    const y = Math.max(b.y, fold.at);
    ground.rect(b.x, y, b.w, fold.at + fold.size - y);
    for (const edge of [fold.at + 4, fold.at + fold.size - 4]) { if (edge < b.y) continue; for (let x = b.x, k = 0; x < b.x + b.w; x += 6, k++) o[k ? "lineTo" : "moveTo"](x, edge + (k % 2 ? 2 : -2)); }
  }
  p.within(b.x, b.y, b.w, b.h, 1, () => {
    p.fill(ground, thin(t.paper, 0.82));
    p.stroke(o, t.faint, 1);
  });
  if (l.rows) labels.put(length, fold.at + fold.size / 2, b.y + b.h / 2, { size: 11 }, t.faint, "center", { up: true });
  else labels.put(length, b.x + b.w / 2, fold.at + fold.size / 2, { size: 11 }, t.faint, "center");
}

// captions name frames, backoffs and turns beside what they are about.
function captions(l: Layout, f: Frame, s: Scale, labels: Labels, upTo: number) {
  const v = l.view, t = f.theme, b = l.body;
  if (v.rows) return;
  const last = Math.max(...l.columns), faint = (at: number) => at > f.now ? thin(t.ink, 0.5) : t.ink;
  const room = (x: number) => x >= last - 1 || v.sections !== undefined && x > (l.left + l.right) / 2;
  for (const x of drawn(v)) {
    if (x.start > upTo || x.signal || l.columns[x.station] === undefined || v.stations[x.station].repeater) continue;
    const end = Math.min(x.jam >= 0 ? x.jam : x.end < 0 ? v.until : x.end, upTo), from = Math.max(s.px(x.header), b.y), until = Math.min(s.px(end), b.y + b.h);
    if (until - from < 15) continue;
    const at = l.columns[x.station], right = room(at), n = x.frame;
    const texts = [...x.turn ? [`${say("picture.frame", { n })}, ${sayNote(x.turn)}`] : x.attempt > 1 ? [say("picture.frameAgain", { n, attempt: x.attempt })] : [], say("picture.frame", { n })];
    // The band slopes: in its middle the text is on it.
    const offset = 30, slope = l.flat ? 0 : offset / Math.max(1, l.right - l.left) * l.reach(x.station) / s.each;
    if (until - from < 15 + slope) continue;
    const side = right ? at - 8 : at + (l.flat ? 4 : l.lane + 9);
    labels.put(texts, side, (from + until) / 2 + Math.min(slope, (until - from) / 4), { size: 11 }, faint(x.header), right ? "right" : "left", { most: Math.max(30, (l.right - l.left) / Math.max(1, l.shown - 1) - l.lane - 20) });
  }
  if (l.lane > 9) for (const lane of v.lanes) for (const span of lane.spans ?? []) {
    if (span.kind !== "backoff" || !span.slots || span.from > upTo) continue;
    const y = Math.max(b.y, s.px(span.from)), end = Math.min(b.y + b.h, s.px(Math.min(upTo, span.until < 0 ? v.until : span.until)));
    const bar = barAt(l, lane.station, "backoff");
    if (end - y > 40) labels.put([say("picture.backoff", { n: span.slots })], bar.x + bar.w + 8, (y + end) / 2, { size: 11 }, faint((span.from + span.until) / 2), "center", { up: true, most: end - y - 4 });
  }
  for (const lane of v.lanes) for (const n of lane.notes ?? []) {
    const y = s.px(n.at);
    if (n.idle || n.at > upTo || y < b.y + 6 || y > b.y + b.h - 6) continue;
    const at = l.columns[lane.station], right = room(at);
    labels.put([sayNote(n.text)], right ? at - 8 : at + l.lane + 9, y, { size: 10.5 }, faint(n.at), right ? "right" : "left");
  }
}

// names shows what the stations of the rows are called and do.
function names(p: Pen, l: Layout, f: Frame, labels: Labels) {
  const t = f.theme, b = l.body, [first, last] = visible(l, f.scroll);
  const v = covers(l.view, f.now) ? l.view : covers(f.near, f.now) ? f.near : undefined;
  p.within(0, b.y, b.x, b.h, 1, () => {
    for (let i = first; i <= last; i++) {
      const y = rowAt(l, i, f.scroll), state = v && stateOf(v, i, f.now), fill = state && tone(t, state), o = p.outline(), look = signalOf(t, hue(l.view, i));
      o.rect(2, y + 2, b.x - 8, l.row - 4);
      p.fill(o, fill?.fill ?? t.paper);
      p.stroke(o, f.chosen === i ? t.ink : look.frame, f.chosen === i ? 2 : 1);
      const colour = o && p.outline();
      colour.rect(2, y + 2, 5, l.row - 4);
      p.fill(colour, look.jam);
      if (y < b.y - 2 || y + l.row > b.y + b.h + 2) continue;
      const ink = fill?.text === t.paper ? t.paper : t.ink, tall = l.row >= 36, name = l.view.stations[i].name;
      if (tall) {
        labels.put([name, [...name].slice(0, 8).join("") + "…"], 12, y + l.row * 0.32, { size: 12, bold: true }, ink, "left", { most: b.x - 22 });
        if (state) labels.put(state.texts, 12, y + l.row * 0.7, { size: 11 }, fill!.text, "left", { most: b.x - 20 });
      } else {
        const font = { size: 11.5, bold: true }, half = (b.x - 22) * 0.5, whole = p.width(name, font) > half && p.width([...name].slice(0, 6).join("") + "…", font) > half;
        // Where only one of both has room, it is the name: the colour says what the station does.
        labels.put([name, [...name].slice(0, whole ? 9 : 6).join("") + "…", [...name].slice(0, 6).join("") + "…"], 12, y + l.row / 2, font, ink, "left", { most: whole ? b.x - 22 : half });
        if (state && !whole) labels.put(state.texts, b.x - 10, y + l.row / 2, { size: 10.5 }, fill!.text, "right", { most: (b.x - 22) * 0.62 });
      }
    }
  });
}

// ghost draws another run as dashed outlines, on the same times and places.
function ghost(p: Pen, l: Layout, s: Scale, f: Frame) {
  const v = f.ghost!, o = p.outline();
  if (v.rows) return;
  const own = new Behind(l, v), places = new Map(l.view.stations.map((x, i) => [x.name, i]));
  for (const x of v.transmissions ?? []) {
    const i = places.get(v.stations[x.station].name);
    if (i === undefined) continue;
    if (l.rows) {
      const y = rowAt(l, i, f.scroll) + l.row * 0.06, from = s.px(x.start);
      o.rect(from, y, Math.max(1, s.px(x.end < 0 ? v.until : x.end) - from), l.row * 0.5);
      continue;
    }
    for (const at of x.end < 0 ? [x.start] : [x.start, x.end]) {
      if (l.flat) { o.moveTo(l.columns[i] - 14, s.px(at)); o.lineTo(l.columns[i] + 4, s.px(at)); } else front(o, own, s, x, at);
    }
    if (l.flat) { const y = s.px(x.start); o.rect(l.columns[i] - 14, y, 18, s.px(x.end < 0 ? v.until : x.end) - y); }
  }
  p.stroke(o, f.theme.faint, 1.6, [5, 4]);
}

// Behind has the places of another run on the cable that is shown.
class Behind implements Places {
  constructor(private l: Layout, readonly view: View) {}
  reach(station: number) { const s = this.view.sections?.[this.view.stations[station].section ?? 0]; return s ? Math.max(1, s.length) : this.view.length ?? 0; }
  along(station: number, place: number) {
    const s = this.view.sections?.[this.view.stations[station].section ?? 0];
    return s ? this.l.share(s.from + (s.to - s.from) * place / Math.max(1, s.length)) : this.l.x(place);
  }
}
