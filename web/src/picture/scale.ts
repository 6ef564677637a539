// Time on a picture: an instant and where it is, with idle stretches folded.

export interface Fold { from: number; until: number; at: number; size: number } // at: its first pixel

export const foldSize = 24; // pixels of a folded stretch

// Scale lays the window [from, to) out on a number of pixels from start on. Each of the idle stretches, which are in
// order and do not overlap, takes the same few pixels; the rest of the time is linear.
export class Scale {
  readonly folds: Fold[] = [];
  readonly each: number; // time of a pixel
  private idle: [number, number][];

  constructor(readonly from: number, readonly to: number, readonly start: number, readonly size: number, idle: [number, number][]) {
    let folded = 0;
    const inside = (s: [number, number]) => Math.min(s[1], to) - Math.max(s[0], from);
    // What a fold would not shorten stays, and folds take at most half of the picture.
    let kept = idle.filter((s) => inside(s) > 0).sort((a, b) => inside(b) - inside(a)).slice(0, Math.floor(size / 2 / foldSize));
    for (;;) {
      const rest = to - from - kept.reduce((n, s) => n + inside(s), 0), each = Math.max(rest, 1) / Math.max(1, size - kept.length * foldSize);
      const long = kept.filter((s) => s[1] - s[0] > 2 * foldSize * each);
      if (long.length === kept.length) break;
      kept = long;
    }
    kept.sort((a, b) => a[0] - b[0]);
    let pixels = size;
    for (const s of kept) { folded += inside(s); pixels -= foldSize * inside(s) / (s[1] - s[0]); }
    this.each = Math.max(to - from - folded, 1e-3) / Math.max(1, pixels);
    this.idle = idle.filter((s) => kept.includes(s) || inside(s) <= 0 && s[1] - s[0] > 2 * foldSize * this.each);
    for (const s of this.idle) {
      if (s[1] <= from || s[0] >= to) continue;
      const at = this.px(s[0]);
      this.folds.push({ from: s[0], until: s[1], at, size: this.px(s[1]) - at });
    }
  }

  // px returns where an instant is.
  px(at: number): number {
    let y = this.start + (at - this.from) / this.each;
    for (const [a, b] of this.idle) {
      const inside = at >= this.from ? Math.min(b, at) - Math.max(a, this.from) : -(Math.min(b, this.from) - Math.max(a, at));
      if (at >= this.from ? inside > 0 : inside < 0) y += inside * (foldSize / (b - a) - 1 / this.each);
    }
    return y;
  }

  // at returns the instant at a place.
  at(y: number): number {
    const stops = this.idle.flatMap(([a, b]) => [a, b]);
    let t0 = -Infinity, y0 = -Infinity, before = false;
    // The nearest known instant before the place, from which on time is linear, or the fold around it.
    for (let k = 0; k < stops.length; k++) {
      const p = this.px(stops[k]);
      if (p > y) {
        if (k % 2 === 1) { const a = stops[k - 1], pa = this.px(a); return a + (y - pa) / (p - pa) * (stops[k] - a); }
        return stops[k] - (p - y) * this.each;
      }
      t0 = stops[k]; y0 = p; before = true;
    }
    return before ? t0 + (y - y0) * this.each : this.from + (y - this.start) * this.each;
  }

  // after returns the instant that comes a length of shown time after another.
  after(at: number, long: number): number { return this.at(this.px(at) + long / this.each); }
}
