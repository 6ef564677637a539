// A pen that writes SVG.
import { css, family, strokes, tileOf, weightOf, type Align, type Font, type Hatch, type Outline, type Pen } from "./pen";

const n = (v: number) => String(Math.round(v * 100) / 100);
const escaped = (s: string) => s.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]!);

class SvgOutline implements Outline {
  d = "";
  moveTo(x: number, y: number) { this.d += `M${n(x)},${n(y)}`; }
  lineTo(x: number, y: number) { this.d += `${this.d ? "L" : "M"}${n(x)},${n(y)}`; }
  rect(x: number, y: number, w: number, h: number) { this.d += `M${n(x)},${n(y)}h${n(w)}v${n(h)}h${n(-w)}Z`; }
  circle(x: number, y: number, r: number) { this.d += `M${n(x - r)},${n(y)}a${n(r)},${n(r)} 0 1,0 ${n(2 * r)},0a${n(r)},${n(r)} 0 1,0 ${n(-2 * r)},0Z`; }
  closePath() { this.d += "Z"; }
}

export class SvgPen implements Pen {
  private out: string[] = [];
  private defs = new Map<string, string>();
  private clips = 0;
  private ruler = document.createElement("canvas").getContext("2d")!;

  outline() { return new SvgOutline(); }
  private path(o: Outline, more: string) { const d = (o as SvgOutline).d; if (d) this.out.push(`<path d="${d}" ${more}/>`); }
  fill(o: Outline, colour: string) { this.path(o, `fill="${colour}"`); }
  stroke(o: Outline, colour: string, width = 1, dash?: number[]) {
    this.path(o, `fill="none" stroke="${colour}" stroke-width="${n(width)}"${dash ? ` stroke-dasharray="${dash.join(" ")}"` : ""}`);
  }

  hatch(o: Outline, colour: string, kind: Hatch) {
    const id = `${kind}-${colour.slice(1)}`, t = tileOf(kind);
    if (!this.defs.has(id)) {
      const lines = strokes(kind, t).map(([a, b, x, y]) => `M${a},${b}L${x},${y}`).join("");
      this.defs.set(id, `<pattern id="${id}" width="${t}" height="${t}" patternUnits="userSpaceOnUse">${kind === "dots"
        ? `<circle cx="${t / 2}" cy="${t / 2}" r="1" fill="${colour}"/>` : `<path d="${lines}" stroke="${colour}" stroke-width="${weightOf(kind)}"/>`}</pattern>`);
    }
    this.path(o, `fill="url(#${id})"`);
  }

  text(s: string, x: number, y: number, font: Font, colour: string, align: Align, up?: boolean) {
    const anchor = { left: "start", center: "middle", right: "end" }[align];
    this.out.push(`<text x="${n(x)}" y="${n(y + font.size * 0.35)}" font-size="${font.size}"${font.bold ? ' font-weight="600"' : ""} fill="${colour}" text-anchor="${anchor}"${up ? ` transform="rotate(-90 ${n(x)} ${n(y)})"` : ""}>${escaped(s)}</text>`);
  }

  width(s: string, font: Font) { this.ruler.font = css(font); return this.ruler.measureText(s).width; }

  within(x: number, y: number, w: number, h: number, alpha: number, draw: () => void) {
    if (w <= 0 || h <= 0) return;
    const id = `clip${++this.clips}`;
    this.defs.set(id, `<clipPath id="${id}"><rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}"/></clipPath>`);
    this.out.push(`<g clip-path="url(#${id})"${alpha < 1 ? ` opacity="${alpha}"` : ""}>`);
    draw();
    this.out.push("</g>");
  }

  // svg returns the whole picture.
  svg(w: number, h: number, title: string): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${n(w)}" height="${n(h)}" viewBox="0 0 ${n(w)} ${n(h)}" font-family="${escaped(family)}" role="img"><title>${escaped(title)}</title><defs>${[...this.defs.values()].join("")}</defs>${this.out.join("\n")}</svg>\n`;
  }
}
