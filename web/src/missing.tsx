import { labs } from "./labs/load";
import { lessons } from "./lessons";
import type { Mode, Route } from "./route";
import { scenarios } from "./scenarios";
import { t, words, type Key } from "./words";

interface Entry { mode: Mode; name: string; title: string }

// distance returns the number of letters that have to be inserted, removed or replaced to make one name of another.
function distance(a: string, b: string): number {
  let row = [...b, ""].map((_, k) => k);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let k = 1; k <= b.length; k++) next[k] = Math.min(row[k] + 1, next[k - 1] + 1, row[k - 1] + (a[i - 1] === b[k - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length];
}

// near returns the entries that a reader can have meant by a name.
function near(all: Entry[], { missing, mode }: Route): Entry[] {
  const asked = missing!.toLowerCase().slice(0, 80);
  const far = (e: Entry) => e.name === asked ? 0 : asked.length > 2 && (e.name.includes(asked) || asked.includes(e.name)) ? 1 : distance(asked, e.name);
  return all.map((e) => ({ e, d: far(e) })).filter(({ d }) => d <= Math.max(2, asked.length / 3)).sort((a, b) => a.d - b.d || +(b.e.mode === mode) - +(a.e.mode === mode)).slice(0, 5).map(({ e }) => e);
}

// Missing stands where the address asks for something that the page does not have, and offers what it has.
export function Missing({ route }: { route: Route }) {
  const { mode, missing } = route;
  const all: Entry[] = [...lessons.map((l) => ({ mode: "lesson" as const, name: l.id, title: words().texts[l.id].title })),
    ...labs.map((l) => ({ mode: "lab" as const, name: l.id, title: l.title })), ...scenarios.map((s) => ({ mode: "free" as const, name: s.name, title: s.title ?? s.name }))];
  const meant = near(all, route), link = (e: Entry) => <a href={`#${e.mode}=${encodeURIComponent(e.name)}`}><b>{e.title}</b> <code>#{e.mode}={e.name}</code></a>;
  return <main class="missing" id="missing">
    <p class="trouble" role="alert">{t(`missing.${route.unknown ? "address" : mode}` as Key, { name: missing! })}</p>
    {meant.length > 0 && <><h2>{t("missing.near")}</h2><ul id="near">{meant.map((e) => <li key={e.mode + e.name}>{link(e)}</li>)}</ul></>}
    {(route.unknown ? ["lesson", "lab", "free"] as const : [mode]).map((m) => <details key={m} open={!route.unknown}><summary>{t(`missing.all.${m}` as Key)}</summary>
      <ul>{all.filter((e) => e.mode === m).map((e) => <li key={e.name}>{link(e)}</li>)}</ul></details>)}
  </main>;
}
