import { useEffect, useRef } from "preact/hooks";
import { signalOf, theme } from "./palette";
import { legend } from "./picture/crowd";
import { BEACON } from "./picture/fold";
import { lookOf, paintLook, star, type Kind } from "./picture/looks";
import { CanvasPen, type Pen } from "./picture/pen";
import type { Player } from "./player";
import type { View } from "./types";
import { t } from "./words";

export type Entry = Kind | "collision";

// entries returns what a picture has, in the order in which csmacd draw explains it.
export function entries(v: View | undefined): Entry[] {
  const halts: Entry[] = v?.stops?.length ? ["stop"] : [];
  if (v?.rows) return ["sent", "collided", ...halts];
  if (v?.crowd) {
    const spans = new Set(v.lanes.flatMap((l) => l.spans?.map((s) => s.kind) ?? []));
    return [...v.crowd === "store" ? ["preamble" as const] : [], "frame", "overlap", "collision", ...(["read", "wait", "backoff"] as const).filter((k) => spans.has(k) || k === "backoff"), ...halts];
  }
  const all: Entry[] = ["preamble", "frame", "jam", "overlap", "collision"];
  if (v?.transmissions?.some((s) => (s.signal ?? 0) >= BEACON)) all.push("beacon", "commit");
  if (v?.star || v && !v.sections && v.stations.length > 6) all.push("carrier");
  all.push("defer", "gap1", "gap2");
  if (v?.lanes.some((l) => l.spans?.some((s) => s.kind === "own_gap"))) all.push("own_gap");
  return [...all, "backoff", "wait"];
}

// sample draws an example of an entry.
export function sample(p: Pen, dark: boolean, of: Entry, x: number, y: number, w: number, h: number) {
  const t = theme(dark), o = p.outline();
  if (of === "collision") { star(p, t, x + w / 2, y + h / 2, Math.min(w, h) / 2); return; }
  o.rect(x + 0.5, y + 0.5, w - 1, h - 1);
  p.fill(o, t.paper);
  paintLook(p, o, lookOf(t, of, signalOf(t, 0)));
  const signal = of === "preamble" || of === "frame" || of === "jam" || of === "beacon" || of === "commit";
  p.stroke(o, signal ? signalOf(t, 0).jam : of === "overlap" ? t.overlap : of === "wait" ? t.backoff : t.faint, 1);
}

// Legend explains the patterns of the picture.
export function Legend({ dark, player }: { dark: boolean; player?: Player }) {
  return <ul class="legend" aria-label={t("picture.legend")}>{entries(player?.view).map((e) =>
    <li key={e}><Swatch dark={dark} of={e} />{legend(player?.view?.crowd, e)}</li>)}</ul>;
}

function Swatch({ dark, of }: { dark: boolean; of: Entry }) {
  const at = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const c = at.current!.getContext("2d")!, scale = devicePixelRatio;
    at.current!.width = 22 * scale;
    at.current!.height = 13 * scale;
    c.setTransform(scale, 0, 0, scale, 0, 0);
    sample(new CanvasPen(c, scale), dark, of, 0, 0, 22, 13);
  }, [dark, of]);
  return <canvas ref={at} aria-hidden="true" />;
}
