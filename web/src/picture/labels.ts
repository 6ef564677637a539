// Texts of a picture: each has a place of its own.
import type { Align, Font, Pen } from "./pen";

export interface Rectangle { x: number; y: number; w: number; h: number; text: string }

const apart = 3; // pixels between two texts of a line

// Labels writes texts where no other text stands, and keeps the rectangles of those that it has written.
export class Labels {
  readonly all: Rectangle[] = [];
  constructor(private pen: Pen, private width: number, private height: number) {}

  private free(r: Rectangle, apart: number) {
    if (r.x < 0 || r.y < 0 || r.x + r.w > this.width + 0.5 || r.y + r.h > this.height + 0.5) return false;
    for (const o of this.all) if (r.x < o.x + o.w + apart && o.x < r.x + r.w + apart && r.y < o.y + o.h && o.y < r.y + r.h) return false;
    return true;
  }

  // put writes the first of some texts, from long to short, that has room; it reports whether one had.
  put(texts: string[], x: number, y: number, font: Font, colour: string, align: Align = "left", more: { most?: number; apart?: number; up?: boolean; ground?: (r: Rectangle) => void } = {}): boolean {
    for (const text of texts) {
      if (!text) continue;
      const long = this.pen.width(text, font), high = font.size * 1.2;
      if (more.most !== undefined && long > more.most) continue;
      const w = more.up ? high : long, h = more.up ? long : high;
      const r = { x: more.up || align === "center" ? x - w / 2 : align === "right" ? x - w : x, y: y - h / 2, w, h, text };
      if (!this.free(r, more.apart ?? apart)) continue;
      this.all.push(r);
      more.ground?.(r);
      this.pen.text(text, x, y, font, colour, more.up ? "center" : align, more.up);
      return true;
    }
    return false;
  }

  // keep records a text that stands elsewhere, so that none is written over it.
  keep(r: Rectangle) { this.all.push(r); }
}
