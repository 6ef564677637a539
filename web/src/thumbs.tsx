// A small picture for each lesson: the cable across, time down, as in the large one.

const a = "var(--station-0)", b = "var(--station-1)", c = "var(--station-2)", bad = "var(--overlap)";

// band is a signal from a place at some instant, which spreads at a slope and lasts a while.
const band = (x: number, y: number, long: number, colour: string, from = 6, to = 58, slope = 0.3) => {
  const at = (p: number, off: number) => `${p},${y + off + Math.abs(p - x) * slope}`;
  const xs = [from, x, to].filter((v, i, all) => all.indexOf(v) === i);
  return <polygon points={[...xs.map((p) => at(p, 0)), ...xs.reverse().map((p) => at(p, long))].join(" ")} fill={colour} fill-opacity=".45" stroke={colour} stroke-width=".8" />;
};
const post = (x: number) => <line x1={x} x2={x} y1="2" y2="38" stroke="var(--faint)" stroke-width=".8" />;
const star = (x: number, y: number) => <path d={`M${x - 4},${y}L${x + 4},${y}M${x},${y - 4}L${x},${y + 4}M${x - 3},${y - 3}L${x + 3},${y + 3}M${x - 3},${y + 3}L${x + 3},${y - 3}`} stroke={bad} stroke-width="1.4" />;
const bars = (heights: number[], colour: string) => heights.map((h, i) => <rect key={i} x={8 + i * 50 / heights.length} y={36 - h} width={Math.min(14, 50 / heights.length - 3)} height={h} fill={colour} />);
const box = (x: number, y: number, round: number) => <rect x={x - 6} y={y - 4} width="12" height="8" rx={round} fill="var(--paper)" stroke="var(--ink)" />;
const line = (d: string, colour = "var(--faint)") => <path d={d} fill="none" stroke={colour} stroke-width="1.6" />;

const pictures: Record<string, () => unknown> = {
  "one-frame": () => [band(6, 4, 14, a), post(6), post(32), post(58)],
  "two-collide": () => [band(6, 4, 18, a), band(58, 4, 18, b), <polygon points="32,12 44,16 44,26 32,30 20,26 20,16" fill={bad} fill-opacity=".6" />, post(6), post(58), star(6, 20), star(58, 20)],
  "why-64": () => [band(6, 2, 7, a, 6, 58, 0.5), band(58, 2, 7, b, 6, 58, 0.5), <polygon points="32,15 39,18.5 32,22 25,18.5" fill={bad} fill-opacity=".7" />, post(6), post(32), post(58)],
  backoff: () => [star(32, 8), <text x="32" y="33" text-anchor="middle" font-size="15" font-weight="700" fill="var(--ink)">0 · 1</text>],
  gap: () => [band(6, 2, 10, a, 6, 58, 0.1), band(40, 24, 10, b, 6, 58, 0.1), line("M40,17V23", "var(--main)"), post(6), post(40)],
  capture: () => [band(6, 2, 6, a, 6, 58, 0.05), band(6, 11, 6, a, 6, 58, 0.05), band(6, 20, 6, a, 6, 58, 0.05), band(6, 29, 6, a, 6, 58, 0.05), post(6), post(58)],
  sixteen: () => [8, 17, 26, 35].map((y) => [star(12, y), star(26, y), star(40, y), star(54, y)]),
  late: () => [band(6, 2, 24, a, 6, 58, 0.25), band(58, 14, 4, b, 6, 58, 0.25), star(6, 26), star(58, 15), post(6), post(58)],
  load: () => [line("M6,36V4M6,36H60"), line("M6,34C36,33 46,28 52,5", bad)],
  place: () => bars([10, 18, 27, 30, 27, 18, 10], a),
  hub: () => [line("M32,12L10,30M32,12L26,30M32,12L40,30M32,12L54,30"), box(32, 10, 0), box(10, 32, 3), box(25, 32, 3), box(40, 32, 3), box(54, 32, 3)],
  aloha: () => bars([8, 19, 28], c),
  plca: () => [0, 1, 2, 3].map((i) => [band(6 + i * 17, 3 + i * 9, 7, [a, b, c, "var(--station-3)"][i], 6, 58, 0.03)]),
  free: () => [line("M6,20H58", "var(--ink)"), line("M14,20V10M32,20V30M50,20V10"), box(14, 8, 2), box(32, 32, 2), box(50, 8, 2)],
};

export function Thumb({ id }: { id: string }) {
  return <svg class="thumb" viewBox="0 0 64 40" width="64" height="40" aria-hidden="true">{pictures[id]?.() as never}</svg>;
}
