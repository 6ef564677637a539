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
    <Medium r={r} />
    <Delays r={r} />
    <Stations r={r} />
    <p class="small">{t("tool.digest", { digest: r.digest })}</p>
    <details open={!!player.about.network}><summary>{t("tool.printed")}</summary><pre tabIndex={0} aria-label={t("tool.printed")}>{player.summary}</pre></details>
  </div>;
}

function Medium({ r: { medium: m } }: { r: Result }) {
  const rows: [Key, string][] = [["tool.offered", count(m.frames_offered)], ["tool.sent", count(m.frames_sent)], ["tool.delivered", count(m.frames_delivered)], ["tool.lost", count(m.frames_lost)],
    ["tool.dropped", count(m.frames_dropped)], ["tool.queued", count(m.frames_queued)], ["tool.attempts", count(m.attempts)], ["tool.collisions", count(m.collisions)]];
  if (m.throughput_bps !== undefined) rows.push(["tool.throughput", `${(m.throughput_bps / 1e6).toLocaleString(locale(), { maximumFractionDigits: 3 })} Mb/s`]);
  else rows.push(["tool.throughput", share(m.throughput)], ["tool.success", share(m.share_success)], ["tool.colliding", share(m.share_collision)], ["tool.idle", share(m.share_idle)]);
  return <table class="figures"><caption>{t("tool.medium")}</caption><tbody>{rows.map(([k, v]) => <tr key={k}><th scope="row">{t(k)}</th><td>{v}</td></tr>)}</tbody></table>;
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
