// What a picture is drawn with: on a canvas, or as SVG.

export interface Outline {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  rect(x: number, y: number, w: number, h: number): void;
  circle(x: number, y: number, r: number): void;
  closePath(): void;
}

export type Hatch = "up" | "down" | "cross" | "dense" | "bars" | "dots";
export type Align = "left" | "center" | "right";
export interface Font { size: number; bold?: boolean }

export interface Pen {
  outline(): Outline;
  fill(o: Outline, colour: string): void;
  hatch(o: Outline, colour: string, kind: Hatch): void;
  stroke(o: Outline, colour: string, width?: number, dash?: number[]): void;
  // text writes a line whose middle is at the height y; with up, upwards around the point.
  text(s: string, x: number, y: number, font: Font, colour: string, align: Align, up?: boolean): void;
  width(s: string, font: Font): number;
  // within draws in a rectangle only, and as pale as alpha says.
  within(x: number, y: number, w: number, h: number, alpha: number, draw: () => void): void;
}

export const family = 'system-ui, "Segoe UI", "DejaVu Sans", sans-serif';
export const css = (f: Font) => `${f.bold ? "600 " : ""}${f.size}px ${family}`;

// strokes returns the lines of a hatch's tile, whose side is n.
export function strokes(kind: Hatch, n: number): number[][] {
  const lines: number[][] = [];
  if (kind === "up" || kind === "cross" || kind === "dense") for (const d of [-n, 0, n]) lines.push([d - 1, n + 1, d + n + 1, -1]);
  if (kind === "down" || kind === "cross") for (const d of [-n, 0, n]) lines.push([d - 1, -1, d + n + 1, n + 1]);
  if (kind === "bars") lines.push([0, n / 2, n, n / 2]);
  return lines;
}

const tile: Record<Hatch, number> = { up: 5, down: 6, cross: 7, dense: 5, bars: 4, dots: 5 };
const weight: Record<Hatch, number> = { up: 0.9, down: 1, cross: 1, dense: 2, bars: 1, dots: 1 };
export const tileOf = (kind: Hatch) => tile[kind];
export const weightOf = (kind: Hatch) => weight[kind];

class CanvasOutline extends Path2D implements Outline {
  circle(x: number, y: number, r: number) { this.moveTo(x + r, y); this.arc(x, y, r, 0, 7); }
}

const made = new Map<string, CanvasPattern>();
const widths = new Map<string, number>();

// CanvasPen draws on a canvas whose pixels are scale to one of CSS. Lines are bold times as wide as asked for.
export class CanvasPen implements Pen {
  constructor(private c: CanvasRenderingContext2D, private scale: number, private bold = 1) {}
  outline() { return new CanvasOutline(); }
  fill(o: Outline, colour: string) { this.c.fillStyle = colour; this.c.fill(o as CanvasOutline); }
  stroke(o: Outline, colour: string, width = 1, dash?: number[]) {
    const c = this.c;
    c.strokeStyle = colour;
    c.lineWidth = width * this.bold;
    if (dash) c.setLineDash(dash);
    c.stroke(o as CanvasOutline);
    if (dash) c.setLineDash([]);
  }

  hatch(o: Outline, colour: string, kind: Hatch) {
    const key = [kind, colour, this.scale].join();
    let p = made.get(key);
    if (!p) {
      const n = Math.max(2, Math.round(tileOf(kind) * this.scale)), square = document.createElement("canvas");
      square.width = square.height = n;
      const t = square.getContext("2d")!;
      t.strokeStyle = t.fillStyle = colour;
      t.lineWidth = weightOf(kind) * this.scale;
      for (const [a, b, x, y] of strokes(kind, n)) { t.beginPath(); t.moveTo(a, b); t.lineTo(x, y); t.stroke(); }
      if (kind === "dots") { t.beginPath(); t.arc(n / 2, n / 2, this.scale, 0, 7); t.fill(); }
      p = this.c.createPattern(square, "repeat")!;
      p.setTransform(new DOMMatrix([1 / this.scale, 0, 0, 1 / this.scale, 0, 0])); // one of its pixels is one of the screen
      made.set(key, p);
    }
    this.c.fillStyle = p;
    this.c.fill(o as CanvasOutline);
  }

  text(s: string, x: number, y: number, font: Font, colour: string, align: Align, up?: boolean) {
    const c = this.c;
    c.font = css(font);
    c.fillStyle = colour;
    c.textAlign = align;
    c.textBaseline = "middle";
    if (!up) { c.fillText(s, x, y + 0.5); return; }
    c.save();
    c.translate(x, y);
    c.rotate(-Math.PI / 2);
    c.fillText(s, 0, 0);
    c.restore();
  }

  width(s: string, font: Font) {
    const key = css(font) + s;
    let w = widths.get(key);
    if (w === undefined) {
      if (widths.size > 20_000) widths.clear();
      this.c.font = css(font);
      widths.set(key, w = this.c.measureText(s).width);
    }
    return w;
  }

  within(x: number, y: number, w: number, h: number, alpha: number, draw: () => void) {
    if (w <= 0 || h <= 0) return;
    const c = this.c;
    c.save();
    c.beginPath();
    c.rect(x, y, w, h);
    c.clip();
    c.globalAlpha *= alpha;
    draw();
    c.restore();
  }
}
