import { useEffect, useRef } from "preact/hooks";
import { pattern, theme, thin, type Pattern } from "./palette";

// Legend explains the patterns.
export function Legend({ dark }: { dark: boolean }) {
  const t = theme(dark), a = t.stations[0];
  const items: [string, string, Pattern, number][] = [
    ["preamble", a, "up", 0.2], ["frame", a, "solid", 0.38], ["jam", a, "cross", 0.3], ["overlap", t.overlap, "down", 0.3],
    ["defers", t.defer, "dots", 0.5], ["gap, part 1", t.gap1, "bars", 0.4], ["gap, part 2", t.gap2, "solid", 0.9], ["backoff", t.backoff, "up", 0.45], ["waits", t.wait, "down", 0.2],
  ];
  return <ul class="legend" aria-label="What the patterns mean">{items.map(([name, colour, kind, alpha]) =>
    <li key={name}><Swatch colour={colour} kind={kind} alpha={alpha} paper={t.paper} />{name}</li>)}</ul>;
}

function Swatch({ colour, kind, alpha, paper }: { colour: string; kind: Pattern; alpha: number; paper: string }) {
  const at = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const c = at.current!.getContext("2d")!, scale = devicePixelRatio;
    at.current!.width = 22 * scale;
    at.current!.height = 13 * scale;
    c.setTransform(scale, 0, 0, scale, 0, 0);
    const fill = (style: string | CanvasPattern) => { c.fillStyle = style; c.fillRect(0, 0, 22, 13); };
    fill(paper);
    fill(thin(colour, alpha));
    if (kind !== "solid") fill(pattern(c, kind, colour, scale));
    c.strokeStyle = colour;
    c.strokeRect(0.5, 0.5, 21, 12);
  }, [colour, kind, alpha, paper]);
  return <canvas ref={at} aria-hidden="true" />;
}
