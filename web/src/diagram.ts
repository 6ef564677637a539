// The space-time diagram: place runs across, time runs down.
import { pattern, type Pattern, type Theme, thin } from "./palette";
import type { Lane, Shares, Span, Transmission, View } from "./types";
import { bits, clock, step } from "./units";

export interface Frame {
  from: number; to: number; // the window shown
  now: number;
  theme: Theme;
  chosen: number; // a station; -1: none
  hover?: { x: number; y: number };
}

export const head = 46; // height of the stations' names
const axis = 84; // width of the times

// Layout computes where things are, in CSS pixels.
export class Layout {
  readonly columns: number[] = [];
  readonly flat: boolean; // no places: stations in columns
  readonly lane: number;
  readonly left: number;
  readonly right: number;
  constructor(readonly view: View, readonly width: number, readonly height: number) {
    const n = view.sections ? view.lanes.length : view.stations.length;
    this.flat = !view.sections && (!!view.star || !view.length);
    const places = view.stations.map((s) => s.place);
    let narrow = Infinity;
    const sorted = [...places].sort((a, b) => a - b);
    for (let i = 1; i < n; i++) narrow = Math.min(narrow, (sorted[i] - sorted[i - 1]) / (view.length || 1));
    const room = width - axis - 24;
    if (view.sections) narrow = Math.min(...view.devices?.map((d) => (d.to - d.from) / 2) ?? [], 1);
    this.lane = Math.max(3, Math.min(18, this.flat ? room / n / 3 : narrow > 0 && n > 1 ? room * narrow / 2.5 : 18));
    this.left = axis + 18;
    this.right = width - 18 - this.lane;
    for (let i = 0; i < n; i++) {
      this.columns.push(view.sections ? this.share(view.stations[i].x ?? 0) : this.flat
        ? this.left + (this.right - this.left) * (n > 1 ? (i + 0.25) / (n - 0.5) : 0.4)
        : this.x(places[i]));
    }
  }

  share(x: number) { return this.left + (this.right - this.left) * x; }

  // section returns the section of a path on which a station is.
  section(station: number) { return this.view.sections?.[this.view.stations[station].section ?? 0]; }

  // along returns where a place of a station's cable or section is.
  along(station: number, place: number) {
    const s = this.section(station);
    return s ? this.share(s.from + (s.to - s.from) * place / Math.max(s.length, 1)) : this.x(place);
  }

  // reach returns the length of a station's cable or section.
  reach(station: number) {
    const s = this.section(station);
    return s ? Math.max(s.length, 1) : this.view.length ?? 0;
  }

  // side returns where the bars of a station stand: those of a port are in its device.
  side(station: number) { return this.view.stations[station].side === 2 ? -1 : 1; }

  // movable reports whether stations can be moved along a cable.
  get movable() { return !this.flat && !this.view.sections; }

  x(place: number) { return this.left + (this.right - this.left) * place / (this.view.length || 1); }
  place(x: number) { return Math.max(0, (x - this.left) / (this.right - this.left) * (this.view.length || 1)); }

  // station returns the station whose name is at a point.
  station(x: number, y: number): number {
    if (y > head) return -1;
    let best = -1, near = 22;
    this.columns.forEach((c, i) => { if (Math.abs(c - x) < near) { near = Math.abs(c - x); best = i; } });
    return best;
  }
}

// Layer is the body of the diagram, painted once for an interval of time and then moved with each
// picture.
export class Layer {
  private canvas = document.createElement("canvas");
  private from = 0;
  private to = 0;
  private of = "";
  private painted = 0;

  // paint makes the layer cover the window, and half a window more on either side.
  private paint(l: Layout, f: Frame, scale: number) {
    const long = f.to - f.from, of = [l.width, l.height, scale, f.theme.ink, l.view.from, l.view.to, l.view.until, l.columns.join()].join();
    const same = of === this.of, wide = (this.to - this.from) / 2 / long;
    if (same && this.from <= f.from && this.to >= f.to && wide > 0.999 && wide < 1.001) return;
    // During a zoom the painted layer is stretched.
    if (same && performance.now() - this.painted < 120 && wide > 0.3 && wide < 3) return;
    this.of = of;
    this.from = f.from - long / 2;
    this.to = f.to + long / 2;
    const tall = l.height - head;
    this.canvas.width = Math.round(l.width * scale);
    this.canvas.height = Math.round(2 * tall * scale);
    const c = this.canvas.getContext("2d")!;
    c.setTransform(scale, 0, 0, scale, 0, 0);
    c.beginPath();
    c.rect(axis, 0, l.width - axis, 2 * tall);
    c.clip();
    new Painter(c, l, { ...f, from: this.from, to: this.to }, scale, 0, 2 * tall).body();
    this.painted = performance.now();
  }

  put(c: CanvasRenderingContext2D, l: Layout, f: Frame, scale: number) {
    this.paint(l, f, scale);
    const each = (l.height - head) / (f.to - f.from);
    c.drawImage(this.canvas, 0, head + (this.from - f.from) * each, l.width, (this.to - this.from) * each);
  }
}

export function draw(c: CanvasRenderingContext2D, l: Layout, f: Frame, scale: number, layer: Layer) {
  c.setTransform(scale, 0, 0, scale, 0, 0);
  c.fillStyle = f.theme.paper;
  c.fillRect(0, 0, l.width, l.height);
  const p = new Painter(c, l, f, scale, head, l.height - head), known = Math.min(p.y(f.now), l.height);
  p.axis();
  p.posts();
  c.save();
  const part = (from: number, to: number, alpha: number) => {
    if (to <= from) return;
    c.save();
    c.beginPath();
    c.rect(axis, from, l.width - axis, to - from);
    c.clip();
    c.globalAlpha = alpha;
    layer.put(c, l, f, scale);
    c.restore();
  };
  part(head, known, 1);
  part(Math.max(head, known), l.height, 0.26); // the future is faint
  c.beginPath();
  c.rect(axis, head, l.width - axis, l.height - head);
  c.clip();
  p.labels(l.view.lanes, f.now); // but its labels are not
  c.restore();
  p.names();
  p.nowLine();
  p.readout();
}

// Painter draws on a given number of pixels below top.
class Painter {
  constructor(private c: CanvasRenderingContext2D, private l: Layout, private f: Frame, private scale: number, private top: number, private tall: number) {}

  y(at: number) { return this.top + (at - this.f.from) / (this.f.to - this.f.from) * this.tall; }

  colour(station: number) { return this.hue(this.l.view.sections ? this.l.view.stations[station].number ?? 0 : station); }

  hue(number: number) { const all = this.f.theme.stations; return all[number % all.length]; }

  // signal returns the number for the colour of a signal: on a path that of the station whose frame it is.
  signal(t: Transmission) { return this.l.view.sections ? (t.origin ?? 0) : t.station; }

  axis() {
    const { c, f, l } = this, bit = l.view.bit;
    const long = (f.to - f.from) / bit, every = Math.max(step(long, (l.height - head) / 64), 1e-3);
    c.font = "12px system-ui, sans-serif";
    c.textAlign = "right";
    c.textBaseline = "middle";
    for (let k = Math.ceil(f.from / bit / every); k * every <= f.to / bit; k++) {
      const at = k * every * bit, y = this.y(at);
      c.strokeStyle = thin(f.theme.line, 0.7);
      c.lineWidth = 1;
      c.beginPath();
      c.moveTo(axis, y);
      c.lineTo(l.width, y);
      c.stroke();
      if (y < head + 12) continue;
      c.fillStyle = f.theme.ink;
      const text = bits(at, bit), wide = c.measureText(text).width > axis - 10;
      c.fillText(wide ? clock(at) : text, axis - 8, wide ? y : y - 6);
      if (wide) continue;
      c.fillStyle = f.theme.faint;
      c.font = "10.5px system-ui, sans-serif";
      c.fillText(clock(at), axis - 8, y + 7);
      c.font = "12px system-ui, sans-serif";
    }
  }

  posts() {
    const { c, l, f } = this;
    l.columns.forEach((x, i) => {
      c.strokeStyle = thin(this.colour(i), f.chosen === i ? 1 : 0.65);
      c.lineWidth = f.chosen === i ? 2 : 1;
      c.beginPath();
      c.moveTo(x, head - 10);
      c.lineTo(x, l.height);
      c.stroke();
    });
  }

  names() {
    const { c, l, f } = this;
    c.fillStyle = f.theme.paper;
    c.fillRect(0, 0, l.width, head - 10);
    c.textAlign = "center";
    c.textBaseline = "middle";
    let end = -Infinity, row = 0;
    const order = l.columns.map((_, i) => i).filter((i) => !l.view.sections || !l.view.stations[i].side).sort((a, b) => l.columns[a] - l.columns[b]);
    for (const d of l.view.devices ?? []) {
      c.font = "600 12.5px system-ui, sans-serif";
      c.fillStyle = f.theme.ink;
      c.fillText(d.name, (l.share(d.from) + l.share(d.to)) / 2, 23);
    }
    for (const i of order) {
      const x = l.columns[i], name = l.view.stations[i].name;
      c.font = `${f.chosen === i ? "700" : "600"} 12.5px system-ui, sans-serif`;
      const w = c.measureText(name).width + 12;
      row = x - w / 2 < end ? (row + 1) % 2 : 0;
      if (row === 1 && w > 60) continue;
      end = Math.max(end, x + w / 2);
      c.fillStyle = this.colour(i);
      c.beginPath();
      c.arc(x, head - 8, f.chosen === i ? 6 : 4.5, 0, 7);
      c.fill();
      c.fillStyle = f.theme.ink;
      c.fillText(name, Math.min(Math.max(x, w / 2), l.width - w / 2), row ? 9 : 23);
    }
    c.textAlign = "left";
    c.fillStyle = f.theme.faint;
    c.font = "11px system-ui, sans-serif";
    c.fillText("time ↓", 6, 14);
  }

  // body draws by station and pattern, not signal by signal: the signals of one station do not
  // overlap.
  body() {
    const v = this.l.view, sent = v.transmissions ?? [];
    if (v.rows) return this.rows(v.rows, v.lanes);
    const paths = new Map<string, Path2D>(), path = (key: string) => {
      let p = paths.get(key);
      if (!p) paths.set(key, p = new Path2D());
      return p;
    };
    this.devices();
    for (const t of sent) if (this.l.flat) this.bars(t, path); else this.band(t, path);
    for (const [key, p] of paths) {
      const [number, kind, weight] = key.split(" ");
      this.fill(p, this.hue(+number), kind as Pattern, +weight);
    }
    const both = new Path2D();
    for (const o of v.overlaps ?? []) {
      o.corners.forEach(([place, at], k) => both[k ? "lineTo" : "moveTo"](this.l.along(sent[o.a].station, place), this.y(at)));
      both.closePath();
    }
    this.fill(both, this.f.theme.overlap, "down", 0.3);
    this.lanes(v.lanes);
    for (const t of sent) this.mark(t);
  }

  parts(t: Transmission): { from: number; until: number; kind: Pattern; alpha: number }[] {
    const end = t.end < 0 ? this.l.view.until : t.end;
    const jam = t.jam < 0 ? end : Math.min(t.jam, end), header = Math.min(t.header, jam);
    return [
      { from: t.start, until: header, kind: "up" as const, alpha: 0.2 },
      { from: header, until: jam, kind: "solid" as const, alpha: 0.38 },
      { from: jam, until: end, kind: "cross" as const, alpha: 0.3 },
    ].filter((p) => p.until > p.from);
  }

  band(t: Transmission, path: (key: string) => Path2D) {
    const l = this.l, from = l.view.stations[t.station].place, far = l.reach(t.station), x = (place: number) => l.along(t.station, place);
    const ends = from > 0 && from < far ? [0, from, far] : [0, far]; // a signal can come from beyond the part of a cable that is on a path
    for (const p of this.parts(t)) {
      const to = path(`${this.signal(t)} ${p.kind} ${p.alpha}`);
      ends.forEach((at, k) => to[k ? "lineTo" : "moveTo"](x(at), this.y(p.from + Math.abs(at - from))));
      for (const at of [...ends].reverse()) to.lineTo(x(at), this.y(p.until + Math.abs(at - from)));
      to.closePath();
    }
  }

  // bars show a signal where stations have no place, on a star.
  bars(t: Transmission, path: (key: string) => Path2D) {
    const l = this.l, w = Math.max(4, l.lane * 1.4);
    l.columns.forEach((x, i) => {
      const own = i === t.station, later = own ? 0 : l.view.delay ?? 0, wide = own ? w : w * 0.55;
      for (const p of this.parts(t)) {
        const y = this.y(p.from + later);
        path(`${this.signal(t)} ${p.kind} ${own ? Math.min(1, p.alpha * 2) : p.alpha}`).rect(x - wide, y, wide, this.y(p.until + later) - y);
      }
    });
  }

  // devices draws the devices of a path, and what they pass on: in a repeater the signal itself, later by its
  // delay; in a bridge a line from the end of a frame to where it is sent on.
  devices() {
    const { c, l, f } = this, v = l.view;
    for (const d of v.devices ?? []) {
      c.fillStyle = thin(f.theme.line, 0.45);
      c.fillRect(l.share(d.from), this.top, l.share(d.to) - l.share(d.from), this.tall);
    }
    for (const k of v.crossings ?? []) {
      const t = v.transmissions![k.out], d = v.devices![k.device], back = v.stations[t.station].side === 1;
      const from = l.share(back ? d.to : d.from), to = l.share(back ? d.from : d.to), colour = this.hue(this.signal(t));
      const p = new Path2D();
      if (d.bridge) {
        if (k.fall < 0) continue;
        p.moveTo(from, this.y(k.fall));
        p.lineTo(to, this.y(t.start));
        c.strokeStyle = colour;
        c.lineWidth = 1.5;
        c.stroke(p);
        continue;
      }
      const end = t.jam >= 0 ? t.jam : t.end < 0 ? v.until : t.end, fall = k.fall < 0 ? v.until : k.fall;
      p.moveTo(from, this.y(k.rise));
      p.lineTo(to, this.y(t.start));
      p.lineTo(to, this.y(end));
      p.lineTo(from, this.y(t.jam >= 0 ? Math.min(fall, Math.max(k.rise, end - (t.start - k.rise))) : fall));
      p.closePath();
      c.fillStyle = thin(colour, 0.16);
      c.fill(p);
    }
  }

  fill(p: Path2D, colour: string, kind: Pattern, alpha: number) {
    const c = this.c;
    c.fillStyle = thin(colour, alpha);
    c.fill(p);
    if (kind !== "solid") { c.fillStyle = pattern(c, kind, thin(colour, 0.85), this.scale); c.fill(p); }
    c.strokeStyle = colour;
    c.lineWidth = 1;
    c.stroke(p);
  }

  // lanes show what each station does, beside it.
  lanes(all: Lane[]) {
    const { c, l, f } = this, w = l.lane;
    const looks: [Span["kind"], string, Pattern, number, number][] = [
      ["defer", f.theme.defer, "dots", 0.5, 0], ["gap1", f.theme.gap1, "bars", 0.4, 0], ["gap2", f.theme.gap2, "solid", 0.9, 0],
      ["wait", f.theme.wait, "down", 0.2, 1], ["own_gap", f.theme.gap2, "bars", 0.5, 1], ["backoff", f.theme.backoff, "up", 0.45, 1],
    ];
    for (const [kind, colour, look, alpha, side] of looks) {
      const p = new Path2D();
      for (const lane of all) {
        const way = l.side(lane.station), begin = l.columns[lane.station] + way * (2 + side * (w / 2 + 1)), x = way > 0 ? begin : begin - w / 2;
        for (const s of lane.spans ?? []) {
          if (s.kind !== kind) continue;
          const y = this.y(s.from), h = this.y(s.until < 0 ? l.view.until : s.until) - y;
          if (h < 0.3) continue;
          p.rect(x, y, w / 2, h);
        }
      }
      c.fillStyle = f.theme.paper;
      c.fill(p);
      this.fill(p, colour, look, alpha);
    }
  }

  // labels show how long the backoffs are. They are not part of the layer, which fades and stretches.
  labels(all: Lane[], now: number) {
    const { c, l } = this, w = l.lane;
    if (w <= 9) return;
    for (const lane of all) {
      for (const s of lane.spans ?? []) {
        if (s.kind !== "backoff" || !s.slots) continue;
        const y = this.y(s.from), h = this.y(s.until < 0 ? l.view.until : s.until) - y;
        if (h <= 34 || y > this.top + this.tall || y + h < this.top) continue;
        c.globalAlpha = this.y(now) < y + h / 2 ? 0.7 : 1;
        this.beside(`backoff, ${s.slots} ${s.slots === 1 ? "slot" : "slots"}`, l.columns[lane.station] + 3 + w + 7, y + h / 2);
      }
    }
    c.globalAlpha = 1;
  }

  // beside writes text upwards.
  beside(text: string, x: number, y: number) {
    const c = this.c;
    c.save();
    c.translate(x, y);
    c.rotate(-Math.PI / 2);
    c.fillStyle = this.f.theme.ink;
    c.font = "11px system-ui, sans-serif";
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.fillText(text, 0, 0);
    c.restore();
  }

  mark(t: Transmission) {
    const { c, l, f } = this;
    if (t.collision < 0 || l.columns[t.station] === undefined) return;
    const x = l.columns[t.station], y = this.y(t.collision);
    c.fillStyle = f.theme.overlap;
    c.strokeStyle = f.theme.paper;
    c.lineWidth = 1.5;
    c.beginPath();
    for (let i = 0; i < 16; i++) {
      const r = i % 2 ? 3.4 : 7.5, a = i * Math.PI / 8;
      c.lineTo(x + r * Math.cos(a), y + r * Math.sin(a));
    }
    c.closePath();
    c.stroke();
    c.fill();
  }

  // rows show shares of time if there are too many signals to draw each.
  rows(all: Shares[], lanes: Lane[]) {
    const { c, l, f } = this, v = l.view, long = (v.to - v.from) / all.length;
    const good = new Path2D(), bad = new Path2D(), w = Math.max(3, Math.min((l.right - l.left) / Math.max(1, lanes.length) - 6, 40));
    for (const lane of lanes) {
      const x = l.columns[lane.station] + 2;
      lane.rows?.forEach((s, k) => {
        const y = this.y(v.from + k * long), h = Math.max(0.5, this.y(v.from + (k + 1) * long) - y);
        if (s.success > 0) good.rect(x, y, w * s.success, h);
        if (s.collision > 0) bad.rect(x + w * s.success, y, Math.max(0.6, w * s.collision), h);
      });
    }
    c.fillStyle = f.theme.success;
    c.fill(good);
    c.fillStyle = thin(f.theme.overlap, 0.35);
    c.fill(bad);
    c.fillStyle = pattern(c, "down", f.theme.overlap, this.scale);
    c.fill(bad);
  }

  nowLine() {
    const { c, l, f } = this, y = this.y(f.now);
    if (y < head || y > l.height + 1) return;
    c.strokeStyle = f.theme.now;
    c.lineWidth = 2;
    c.beginPath();
    c.moveTo(axis, y);
    c.lineTo(l.width, y);
    c.stroke();
    const text = bits(f.now, l.view.bit);
    c.font = "600 12px system-ui, sans-serif";
    const w = Math.max(c.measureText(text).width + 12, axis), top = Math.max(head - 9, Math.min(y - 9, l.height - 18));
    c.fillStyle = f.theme.now;
    c.fillRect(0, top, w, 18);
    c.fillStyle = f.theme.paper;
    c.textAlign = "right";
    c.textBaseline = "middle";
    c.fillText(text, w - 6, top + 9);
  }

  readout() {
    const { c, l, f } = this, h = f.hover;
    if (!h || h.y < head || h.x < axis) return;
    const at = f.from + (h.y - head) / (l.height - head) * (f.to - f.from);
    c.strokeStyle = thin(f.theme.ink, 0.45);
    c.lineWidth = 1;
    c.setLineDash([4, 4]);
    c.beginPath();
    c.moveTo(axis, h.y);
    c.lineTo(l.width, h.y);
    if (!l.flat) { c.moveTo(h.x, head); c.lineTo(h.x, l.height); }
    c.stroke();
    c.setLineDash([]);
    const lines = [`${bits(at, l.view.bit)} · ${clock(at)}`];
    if (l.movable) lines.push(`${bits(Math.min(l.place(h.x), l.view.length!), l.view.bit)} along the cable`);
    c.font = "12px system-ui, sans-serif";
    const w = Math.max(...lines.map((s) => c.measureText(s).width)) + 14, tall = lines.length * 17 + 8;
    const x = h.x + 14 + w > l.width ? h.x - 14 - w : h.x + 14, y = Math.max(head, Math.min(h.y + 12, l.height - tall));
    c.fillStyle = f.theme.ink;
    c.globalAlpha = 0.92;
    c.fillRect(x, y, w, tall);
    c.globalAlpha = 1;
    c.fillStyle = f.theme.paper;
    c.textAlign = "left";
    c.textBaseline = "top";
    lines.forEach((s, i) => c.fillText(s, x + 7, y + 6 + i * 17));
  }
}
