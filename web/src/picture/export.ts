// The picture with its title and legend, as a file.
import { entries, sample } from "../legend";
import { theme } from "../palette";
import type { Player } from "../player";
import { legend } from "./crowd";
import { Layout } from "./layout";
import { paint, scaleOf, type Frame } from "./paint";
import { CanvasPen, type Pen } from "./pen";
import { SvgPen } from "./svg";

const wide = 1100, tall = 820, gap = 16;

// compose draws title, legend and picture, and returns the height of all.
function compose(p: Pen, player: Player, dark: boolean, rows?: boolean): number {
  const look = theme(dark), v = player.view!, whole = p.outline();
  whole.rect(0, 0, wide, 4 * tall);
  p.fill(whole, look.paper);
  p.text(player.about.name, gap, 20, { size: 17, bold: true }, look.ink, "left");
  let x = gap, y = 44;
  for (const e of entries(v)) {
    const text = legend(v.crowd, e), w = p.width(text, { size: 12 }) + 46;
    if (x + w > wide - gap) { x = gap; y += 20; }
    sample(p, dark, e, x, y - 7, 22, 13);
    p.text(text, x + 28, y, { size: 12 }, look.ink, "left");
    x += w;
  }
  const l = new Layout(v, wide, tall, rows), top = y + 18, whole2 = l.rows ? l.top + 22 + l.high : tall;
  const all = new Layout(v, wide, whole2, rows);
  const f: Frame = { from: player.from, to: player.to, now: player.now, theme: look, chosen: -1, hide: !player.future, folds: true, scroll: 0 };
  paint(shifted(p, top), all, f, scaleOf(all, f));
  return top + whole2;
}

// shifted returns a pen that draws lower by a number of pixels.
function shifted(p: Pen, by: number): Pen {
  return {
    outline() {
      const o = p.outline();
      return {
        of: o,
        moveTo: (x: number, y: number) => o.moveTo(x, y + by), lineTo: (x: number, y: number) => o.lineTo(x, y + by),
        rect: (x: number, y: number, w: number, h: number) => o.rect(x, y + by, w, h), circle: (x: number, y: number, r: number) => o.circle(x, y + by, r),
        closePath: () => o.closePath(),
      } as ReturnType<Pen["outline"]>;
    },
    fill: (o, c) => p.fill(inner(o), c), hatch: (o, c, k) => p.hatch(inner(o), c, k), stroke: (o, c, w, d) => p.stroke(inner(o), c, w, d),
    text: (s, x, y, f, c, a, up) => p.text(s, x, y + by, f, c, a, up), width: (s, f) => p.width(s, f),
    within: (x, y, w, h, a, draw) => p.within(x, y + by, w, h, a, draw),
  };
}

const inner = (o: unknown) => (o as { of: ReturnType<Pen["outline"]> }).of;

// svgOf returns the picture as SVG.
export function svgOf(player: Player, dark = false, rows?: boolean): string {
  const p = new SvgPen(), high = compose(p, player, dark, rows);
  return p.svg(wide, high, player.about.name);
}

// pngOf returns it as PNG, at twice the size.
export function pngOf(player: Player, dark = false, rows?: boolean): Promise<Blob | null> {
  const scale = 2, canvas = document.createElement("canvas"), high = compose(new SvgPen(), player, dark, rows);
  canvas.width = wide * scale;
  canvas.height = Math.ceil(high * scale);
  const c = canvas.getContext("2d")!;
  c.setTransform(scale, 0, 0, scale, 0, 0);
  compose(new CanvasPen(c, scale), player, dark, rows);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
