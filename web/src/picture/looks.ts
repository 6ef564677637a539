// How each thing looks: on the page's pictures, in their legend, and in csmacd draw.
import { thin, type Signal, type Theme } from "../palette";
import type { Hatch, Outline, Pen } from "./pen";

export type Kind = "preamble" | "frame" | "jam" | "beacon" | "commit" | "overlap" | "carrier"
  | "defer" | "gap1" | "gap2" | "own_gap" | "backoff" | "wait" | "read" | "stop" | "sent" | "collided";

interface Look { fill?: string; hatch?: [Hatch, string]; edge?: string }

// lookOf returns the look of a thing; signals have the colours of their station.
export function lookOf(t: Theme, kind: Kind, s: Signal): Look {
  switch (kind) {
    case "preamble": return { fill: s.preamble };
    case "frame": return { fill: s.frame };
    case "jam": return { fill: thin(t.paper, 0.55), hatch: ["dense", s.jam] };
    case "beacon": return { fill: s.jam };
    case "commit": return { fill: t.paper, hatch: ["down", s.frame] };
    case "overlap": return { fill: thin(t.overlap, 0.2), hatch: ["cross", t.overlap] };
    case "carrier": return { fill: t.carrier };
    case "defer": return { fill: t.defer };
    case "gap1": case "own_gap": return { fill: t.paper, hatch: ["up", t.gap], edge: t.gap };
    case "gap2": return { fill: t.gap };
    case "backoff": return { fill: t.backoff };
    case "wait": return { fill: t.paper, edge: t.backoff };
    case "read": return { fill: t.carrier, edge: t.gap };
    case "stop": return { fill: thin(t.overlap, 0.08), hatch: ["up", thin(t.overlap, 0.5)] };
    case "sent": return { fill: t.sent };
    case "collided": return { fill: t.collided };
  }
}

export function paintLook(p: Pen, o: Outline, l: Look) {
  if (l.fill) p.fill(o, l.fill);
  if (l.hatch) p.hatch(o, l.hatch[1], l.hatch[0]);
  if (l.edge) p.stroke(o, l.edge, 0.8);
}

// star draws the mark of a detected collision.
export function star(p: Pen, t: Theme, x: number, y: number, size = 7.5) {
  const o = p.outline();
  for (let i = 0; i < 16; i++) {
    const r = i % 2 ? size * 0.45 : size, a = i * Math.PI / 8;
    o[i ? "lineTo" : "moveTo"](x + r * Math.cos(a), y + r * Math.sin(a));
  }
  o.closePath();
  p.stroke(o, t.paper, 1.5);
  p.fill(o, t.overlap);
}
