// Colours that readers with any colour vision can tell apart (Okabe and Ito's), and patterns that
// tell the parts of a signal apart without colour.
export interface Theme { ink: string; faint: string; line: string; paper: string; now: string; overlap: string; defer: string; gap1: string; gap2: string; backoff: string; wait: string; stations: string[]; success: string }

const light = ["#0072b2", "#d55e00", "#009e73", "#9b4f8e", "#8a6d00", "#2c7fa8", "#7a4a1e", "#5b5fa8"];
const dark = ["#56b4e9", "#f0a03c", "#2fc79a", "#d99ac6", "#e8dc52", "#8ec9ff", "#d9a47c", "#a9adf5"];

export function theme(isDark: boolean): Theme {
  return isDark
    ? { ink: "#e8eaed", faint: "#9aa3ad", line: "#3a424c", paper: "#12161b", now: "#ffd24a", overlap: "#ff6b4a", defer: "#6b7683", gap1: "#4d8fd6", gap2: "#2b5f99", backoff: "#d8a53a", wait: "#9a7bd0", stations: dark, success: "#2fc79a" }
    : { ink: "#16191d", faint: "#5a636d", line: "#ccd2d9", paper: "#ffffff", now: "#a3007a", overlap: "#c62f0c", defer: "#9aa4af", gap1: "#5b9be0", gap2: "#2f69a8", backoff: "#dca629", wait: "#8a6bc0", stations: light, success: "#009e73" };
}

export type Pattern = "solid" | "up" | "down" | "cross" | "dots" | "bars";

const made = new Map<string, CanvasPattern>();

// pattern returns strokes of a colour, at the density of the screen.
export function pattern(c: CanvasRenderingContext2D, kind: Pattern, stroke: string, scale: number): CanvasPattern {
  const key = [kind, stroke, scale].join();
  let p = made.get(key);
  if (p) return p;
  const n = Math.round((kind === "dots" ? 6 : 8) * scale), tile = document.createElement("canvas");
  tile.width = tile.height = n;
  const t = tile.getContext("2d")!;
  t.strokeStyle = t.fillStyle = stroke;
  t.lineWidth = 1.4 * scale;
  const draw = (...points: number[]) => { t.beginPath(); for (let i = 0; i < points.length; i += 2) t.lineTo(points[i], points[i + 1]); t.stroke(); };
  if (kind === "up" || kind === "cross") for (const d of [-n, 0, n]) draw(d - 1, n + 1, d + n + 1, -1);
  if (kind === "down" || kind === "cross") for (const d of [-n, 0, n]) draw(d - 1, -1, d + n + 1, n + 1);
  if (kind === "bars") draw(0, n / 2, n, n / 2);
  if (kind === "dots") { t.beginPath(); t.arc(n / 2, n / 2, 1.2 * scale, 0, 7); t.fill(); }
  p = c.createPattern(tile, "repeat")!;
  p.setTransform(new DOMMatrix([1 / scale, 0, 0, 1 / scale, 0, 0])); // one of its pixels is one of the screen
  made.set(key, p);
  return p;
}

// thin makes a colour more transparent.
export function thin(colour: string, alpha: number): string {
  return colour + Math.round(alpha * 255).toString(16).padStart(2, "0");
}
