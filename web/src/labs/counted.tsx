import type { Result } from "../types";
import { locale, t } from "../words";
import type { Counted, Row } from "./desk";

const most = 24; // stations beside each other, as on the desk

// countedOf returns what the stations of a result have counted. A counter that the result leaves out is 0.
export function countedOf(r: Result): Counted {
  const shown = r.stations.slice(0, most), names = new Set(shown.flatMap((s) => Object.keys(s.counters)));
  return { stations: shown.map((s) => s.name), more: r.stations.length - shown.length, rows: [...names].map((name) => ({ name, values: shown.map((s) => s.counters[name] ?? 0) })) };
}

// Counts has the tables of a run's counters: of its stations, and of the flows between its hosts.
export function Counts({ of }: { of: Counted }) {
  return <>
    {of.flows && <Table text={t("lab.flows")} names={of.flows} rows={of.flowRows!} />}
    {of.stations.length > 0 && <Table text={t("lab.counters")} more={of.more} names={of.stations} rows={of.rows} />}
  </>;
}

function Table({ text, more, names, rows }: { text: string; more?: number; names: string[]; rows: Row[] }) {
  return <><p class="small">{text}{more ? " " + t("lab.countersMore", { n: more }) : ""}</p>
    <div class="scroll" tabIndex={0} role="group" aria-label={text}><table class="counted">
      <thead><tr><th scope="col">{t("lab.counter")}</th>{names.map((s) => <th key={s} scope="col">{s}</th>)}</tr></thead>
      <tbody>{rows.map((r) => <tr key={r.name}><th scope="row">{r.name}</th>{r.values.map((v, i) => <td key={i}>{v.toLocaleString(locale())}</td>)}</tr>)}</tbody>
    </table></div></>;
}
