// The address of the page says what is open: #lesson=ID, #lab=NAME, #free, #free=SCENARIO or #s=TEXT, and then,
// with &, what of it is shown.

import type { Player } from "./player";
import { toFragment } from "./share";

export type Mode = "lesson" | "lab" | "free";

export interface Route {
  mode: Mode;
  name: string; // of the lesson, the lab or the scenario; "" for none
  shared?: string; // the fragment that holds a scenario
  at?: number; from?: number; to?: number; // picoseconds
  see?: string; // the chosen station
  hide: string[]; // stations whose signals are not drawn
  missing?: string; // the name that was asked for, of nothing that the page has
  unknown?: boolean; // the address names neither a lesson nor a lab nor a scenario
}

export function parse(hash: string): Route {
  const [head, ...rest] = hash.replace(/^#/, "").split("&"), cut = head.indexOf("=");
  const kind = cut < 0 ? head : head.slice(0, cut), name = cut < 0 ? "" : decode(head.slice(cut + 1));
  const given = new Map(rest.map((p) => { const k = p.indexOf("="); return [p.slice(0, k), decode(p.slice(k + 1))] as const; }));
  const number = (key: string) => { const v = Number(given.get(key) || NaN); return Number.isFinite(v) && v >= 0 ? v : undefined; };
  const from = number("from"), to = number("to");
  const route: Route = { mode: "lesson", name: "", at: number("at"), see: given.get("see"), hide: given.get("hide")?.split(",").filter(Boolean).map(decode) ?? [] };
  if (from !== undefined && to !== undefined && to > from) { route.from = from; route.to = to; }
  if (kind === "s") return { ...route, mode: "free", shared: head.slice(2) };
  if (kind === "lesson" || kind === "lab" || kind === "free") return { ...route, mode: kind, name };
  return kind ? { ...route, missing: head, unknown: true } : route;
}

// write returns the fragment of a route.
export function write(r: Route): string {
  const head = r.shared !== undefined ? "s=" + r.shared : r.name ? `${r.mode}=${encodeURIComponent(r.name)}` : r.mode;
  const round = (v?: number) => v === undefined ? "" : String(Math.round(v));
  const rest = Object.entries({ at: round(r.at), from: round(r.from), to: round(r.to), see: r.see ?? "", hide: r.hide.map(encodeURIComponent).join(",") })
    .filter(([, v]) => v !== "").map(([k, v]) => `&${k}=${encodeURIComponent(v)}`);
  return "#" + head + rest.join("");
}

// link returns the fragment that opens a player's scenario as it is on display.
export async function link(p: Player, chosen: number): Promise<string> {
  return write({ mode: "free", name: "", shared: await toFragment(p.text), at: p.now, from: p.from, to: p.to, see: p.about.stations[chosen]?.name, hide: [...p.hidden] });
}

const decode = (s: string) => { try { return decodeURIComponent(s); } catch { return s; } };
