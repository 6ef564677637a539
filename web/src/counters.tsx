import type { Player } from "./player";
import { bits } from "./units";

const columns: [keyof Player["moment"]["counts"][0], string, string][] = [
  ["attempts", "attempts", "Transmissions started"], ["sent", "sent", "Frames that this station counts as sent: it detected no collision"],
  ["delivered", "delivered", "Frames of this station that their receiver received whole"], ["lost", "lost", "Frames that this station counts as sent, but that their receiver did not receive whole"],
  ["detected", "collisions", "Collisions that this station detected. Every station in a collision detects it, so the sum is greater than the number of collisions on the medium"],
  ["late", "late", "Late collisions among these"],
  ["deferred", "deferred", "Attempts that waited for the medium"], ["dropped", "dropped", "Frames that this station discarded"],
];

// Counters shows the counters at the instant on display.
export function Counters({ player, chosen, choose }: { player: Player; chosen: number; choose(i: number): void }) {
  const { about, moment } = player, rows = moment.counts;
  const sum = (key: (typeof columns)[0][0]) => rows.reduce((a, c) => a + c[key], 0);
  return <section class="counters" aria-label="Counters">
    <h2>Counters at {bits(player.now, about.bit)}</h2>
    <div class="scroll" tabIndex={0} role="group" aria-label="Counters of the stations"><table>
      <thead><tr><th scope="col">station</th>{columns.map(([k, t, title]) => <th key={k} scope="col" title={title}>{t}</th>)}</tr></thead>
      <tbody>
        {rows.length > 1 && <tr class="all"><th scope="row">all</th>{columns.map(([k]) => <td key={k}>{sum(k).toLocaleString("en")}</td>)}</tr>}
        {rows.slice(0, 100).map((c, i) => <tr key={i} class={i === chosen ? "chosen" : ""} onClick={() => choose(i)}>
          <th scope="row">{about.stations[i].name}</th>{columns.map(([k]) => <td key={k}>{c[k].toLocaleString("en")}</td>)}</tr>)}
      </tbody>
    </table></div>
    {rows.length > 100 && <p class="small">The sum includes {rows.length - 100} more stations.</p>}
  </section>;
}
