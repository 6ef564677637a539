import type { Player } from "./player";
import type { Result } from "./types";
import { locale, t, type Key } from "./words";

const count = (v: number) => v.toLocaleString(locale());
const share = (v: number) => `${(100 * v).toLocaleString(locale(), { minimumFractionDigits: 2, maximumFractionDigits: 2 })} %`;
const time = (us: number) => {
  const [by, unit] = us >= 1e6 ? [1e6, "s"] : us >= 1e3 ? [1e3, "ms"] : [1, "µs"];
  return `${(us / by).toLocaleString(locale(), { maximumSignificantDigits: 4 })} ${unit}`;
};

// Figures has the result of the whole run as tables, and below them the summary that csmacd run prints.
export function Figures({ player }: { player: Player }) {
  const r = player.result;
  if (!player.complete || !r) return <p role="status">{t("tool.computing")}</p>;
  return <div id="summary">
    {player.about.crowd ? <Crowd r={r} /> : <Medium r={r} />}
    {!player.about.crowd && <><Delays r={r} /><Stations r={r} /></>}
    <p class="small">{t("tool.digest", { digest: r.digest })}</p>
    <details open={!!player.about.network || !!player.about.crowd}><summary>{t("tool.printed")}</summary><pre tabIndex={0} aria-label={t("tool.printed")}>{player.summary}</pre></details>
  </div>;
}

function Medium({ r: { medium: m } }: { r: Result }) {
  const rows: [Key, string][] = [["tool.offered", count(m.frames_offered)], ["tool.sent", count(m.frames_sent)], ["tool.delivered", count(m.frames_delivered)], ["tool.lost", count(m.frames_lost)],
    ["tool.dropped", count(m.frames_dropped)], ["tool.queued", count(m.frames_queued)], ["tool.attempts", count(m.attempts)], ["tool.collisions", count(m.collisions)]];
  if (m.throughput_bps !== undefined) rows.push(["tool.throughput", `${(m.throughput_bps / 1e6).toLocaleString(locale(), { maximumFractionDigits: 3 })} Mb/s`]);
  else rows.push(["tool.throughput", share(m.throughput)], ["tool.success", share(m.share_success)], ["tool.colliding", share(m.share_collision)], ["tool.idle", share(m.share_idle)]);
  return <table class="figures"><caption>{t("tool.medium")}</caption><tbody>{rows.map(([k, v]) => <tr key={k}><th scope="row">{t(k)}</th><td>{v}</td></tr>)}</tbody></table>;
}

// Crowd has the figures of a medium other than a cable, and of the groups of its clients.
function Crowd({ r }: { r: Result }) {
  const m = r.medium, d = r.delay_us, rows: [Key, string][] = [["crowd.count.queued", count(m.frames_offered)], ["crowd.count.attempts", count(m.attempts)], ["crowd.count.sent", count(m.frames_sent)],
    ["crowd.count.dropped", count(m.frames_dropped)], ["tool.queued", count(m.frames_queued)], ["crowd.mean", d.count ? time(d.mean) : "–"], ["crowd.p99", d.count ? time(d.p99) : "–"]];
  const more: [Key, number | undefined, (v: number) => string][] = [["crowd.calls", m.calls, count], ["crowd.completion", m.completion_us, time], ["crowd.peak", m.concurrency_peak, count], ["crowd.recovered", m.recovered_us, time],
    ["crowd.crashes", m.crashes, count], ["crowd.refusals", m.refused, count]];
  for (const [k, v, write] of more) if (v !== undefined) rows.push([k, write(v)]);
  if (m.kind.endsWith("aloha")) rows.push(["tool.throughput", share(m.throughput)]);
  return <><table class="figures"><caption>{t("crowd.medium")}</caption><tbody>{rows.map(([k, v]) => <tr key={k}><th scope="row">{t(k)}</th><td>{v}</td></tr>)}</tbody></table>
    {r.groups && <div class="scroll" tabIndex={0} role="group" aria-label={t("crowd.groups")}><table class="figures"><caption>{t("crowd.groups")}</caption>
      <thead><tr><th scope="col">{t("crowd.group")}</th><th scope="col">{t("crowd.policy")}</th>{(["crowd.count.attempts", "crowd.count.failed", "crowd.count.sent", "crowd.mean", "crowd.p99"] as const).map((k) => <th key={k} scope="col">{t(k)}</th>)}</tr></thead>
      <tbody>{r.groups.map((g, i) => <tr key={i}><th scope="row">{g.name}</th><td>{g.policy}</td><td>{count(g.attempts)}</td><td>{count(g.failures)}</td><td>{count(g.frames_sent)}</td><td>{g.delay_us.count ? time(g.delay_us.mean) : "–"}</td><td>{g.delay_us.count ? time(g.delay_us.p99) : "–"}</td></tr>)}</tbody></table></div>}</>;
}

function Delays({ r }: { r: Result }) {
  const rows: [Key, Result["delay_us"]][] = [["tool.access", r.access_delay_us], ["tool.delay", r.delay_us]];
  return <div class="scroll" tabIndex={0} role="group" aria-label={t("tool.delays")}><table class="figures"><caption>{t("tool.delays")}</caption>
    <thead><tr><th scope="col">{t("tool.from")}</th><th scope="col">{t("tool.mean")}</th><th scope="col">50 %</th><th scope="col">99 %</th><th scope="col">{t("tool.max")}</th></tr></thead>
    <tbody>{rows.map(([k, d]) => <tr key={k}><th scope="row">{t(k)}</th>{[d.mean, d.p50, d.p99, d.max].map((v, i) => <td key={i}>{d.count ? time(v) : "–"}</td>)}</tr>)}</tbody></table></div>;
}

function Stations({ r }: { r: Result }) {
  const columns: [Key, (s: Result["stations"][0]) => number][] = [["tool.offered", (s) => s.frames_offered], ["tool.sent", (s) => s.counters.FramesTransmittedOK], ["tool.delivered", (s) => s.frames_delivered],
    ["tool.dropped", (s) => s.frames_dropped], ["tool.queued", (s) => s.frames_queued]];
  return <div class="scroll" tabIndex={0} role="group" aria-label={t("tool.stations")}><table class="figures"><caption>{t("tool.stations")}</caption>
    <thead><tr><th scope="col">{t("tool.station")}</th>{columns.map(([k]) => <th key={k} scope="col">{t(k)}</th>)}</tr></thead>
    <tbody>{r.stations.slice(0, 200).map((s) => <tr key={s.name}><th scope="row">{s.name}</th>{columns.map(([k, f]) => <td key={k}>{count(f(s))}</td>)}</tr>)}</tbody></table></div>;
}
