import type { Player } from "./player";
import type { Count } from "./types";
import { bits } from "./units";
import { locale, t, type Key } from "./words";

const columns = ["attempts", "sent", "delivered", "lost", "detected", "late", "deferred", "dropped"] as const satisfies (keyof Count)[];
const crowded = ["queued", "attempts", "failed", "sent", "dropped"] as const satisfies (keyof Count)[]; // of clients of a medium other than a cable
const most = 100; // stations in the table
const mostDomains = 24;

// Counters shows the counters at the instant on display. A collision is one event on the medium; each station in it
// detects it.
export function Counters({ player, chosen, choose }: { player: Player; chosen: number; choose(i: number): void }) {
  const { about, moment } = player, crowd = about.crowd, shown: readonly (keyof Count)[] = crowd ? [...crowded, ...crowd.kind === "submit" ? ["deferred" as const] : []] : columns, rows = moment.counts, domains = moment.domains ?? [], count = (v: number) => v.toLocaleString(locale());
  const head = (k: keyof Count) => crowd ? { name: t(`crowd.count.${k}` as Key), title: undefined } : { name: t(`count.${k}` as Key), title: t(`count.${k}Title` as Key) };
  const sum = (key: keyof Count) => rows.reduce((a, c) => a + c[key], 0);
  return <section class="counters" aria-label={t("count.counters")}>
    <h2>{t("count.at", { at: bits(player.now, about.bit) })}</h2>
    {moment.collisions >= 0 && <p id="collisions" title={t("count.collisionsTitle")}>{t(about.network ? "count.network" : "count.collisions", { collisions: moment.collisions, detections: sum("detected") })}</p>}
    {domains.length > 1 && <p id="domains" class="small">{t("count.domains")} {domains.slice(0, mostDomains).map((n, i) => `${about.network!.domains[i]}: ${count(n)}`).join("; ")}{domains.length > mostDomains ? "; …" : ""}</p>}
    {crowd && rows.length > 0 && <p id="under-way">{t("crowd.underWay", { n: sum("queued") - sum("sent") - sum("dropped") })}</p>}
    <div class="scroll" tabIndex={0} role="group" aria-label={t("count.stations")}><table class={crowd ? "" : "many"}>
      <thead><tr><th scope="col"><span>{t(crowd ? "crowd.client" : "tool.station")}</span></th>{shown.map((k) => <th key={k} scope="col" title={head(k).title}><span>{head(k).name}</span></th>)}</tr></thead>
      <tbody>
        {rows.length > 1 && <tr class="all"><th scope="row">{t("count.all")}</th>{shown.map((k) => <td key={k}>{count(sum(k))}</td>)}</tr>}
        {rows.slice(0, most).map((c, i) => <tr key={i} class={i === chosen ? "chosen" : ""} onClick={() => choose(i)}>
          <th scope="row">{about.stations[i].name}</th>{shown.map((k) => <td key={k}>{count(c[k])}</td>)}</tr>)}
      </tbody>
    </table></div>
    {rows.length > most && <p class="small">{t("count.more", { n: rows.length - most })}</p>}
  </section>;
}
