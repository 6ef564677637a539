import type { Player } from "./player";
import { bits, clock } from "./units";

// Transport has the buttons that step and play, and the timeline.
export function Transport({ player }: { player: Player }) {
  const { state, now, about } = player, bit = about.bit;
  const speeds = [1e1, 1e2, 3e2, 1e3, 1e4, 1e5, 1e6, 1e7];
  const button = (label: string, text: string, key: string, act: () => void, pressed?: boolean) =>
    <button type="button" aria-label={label} title={`${label} (${key})`} aria-pressed={pressed} onClick={act}>{text}</button>;
  return <section class="transport" aria-label="Time">
    <div class="row">
      {button("To the beginning", "|←", "Home", () => void player.step(-1))}
      {button("Step back an event", "← event", "Left", () => void player.step(player.event - 1))}
      {button("Step back a bit time", "← bit", "Shift+Left", () => void player.bit(-1))}
      {button("Play backwards", player.speed < 0 ? "■" : "◀", "B", () => player.play(-1), player.speed < 0)}
      {button("Play", player.speed > 0 ? "■" : "▶", "Space", () => player.play(1), player.speed > 0)}
      {button("Step a bit time", "bit →", "Shift+Right", () => void player.bit(1))}
      {button("Step an event", "event →", "Right", () => void player.step(player.event + 1))}
      {button("To the end", "→|", "End", () => void player.step(state.events - 1))}
      <label>speed <select aria-label="Speed of play" value={String(player.pace)} onChange={(e) => { player.setPace(Number(e.currentTarget.value)); }}>
        {speeds.map((s) => <option key={s} value={String(s)}>{s.toLocaleString("en")} bt/s</option>)}
      </select></label>
      <span class="spacer" />
      {button("Zoom in", "+", "+", () => player.zoom(0.5))}
      {button("Zoom out", "−", "-", () => player.zoom(2))}
      <label>window <select aria-label="Window" value="" onChange={(e) => { const v = e.currentTarget.value; e.currentTarget.value = ""; if (v === "first") player.fit(); else player.window(Number(v)); }}>
        <option value="">{clock(player.to - player.from)}</option>
        <option value="first">first window</option>
        <option value={String(bit)}>1 bit</option>
        <option value={String(96 * bit)}>a gap, 96 bits</option>
        <option value={String(about.slot)}>a slot, {bits(about.slot, bit)}</option>
        <option value={String(4 * about.slot)}>four slots</option>
        <option value={String(1e9)}>1 ms</option>
        <option value={String(1e10)}>10 ms</option>
        <option value={String(1e12)}>1 s</option>
      </select></label>
    </div>
    <input class="timeline" type="range" min={0} max={1000} step="any" aria-label="Timeline" aria-valuetext={bits(now, bit)}
      value={String(state.until ? now / state.until * 1000 : 0)}
      onInput={(e) => { player.speed = 0; void player.goTo(Number(e.currentTarget.value) / 1000 * state.until); player.show(); }} />
    <div class="row small">
      <span id="now">{bits(now, bit)} · {clock(now)}</span>
      <span class="spacer" />
      <span>{state.more || player.loading ? "running … " : ""}{state.events.toLocaleString("en")} events, {clock(state.until)}</span>
    </div>
    {state.full && <p class="note">The picture shows the first {state.events.toLocaleString("en")} events, up to {clock(state.until)}; the figures cover the whole run.</p>}
  </section>;
}

// Told says what has just happened and, when the run is complete, what happened in all of it. It asks for a backoff
// that the reader chooses by hand.
export function Told({ player }: { player: Player }) {
  const { moment, state, about } = player, wanted = state.failed?.wanted;
  return <section class="told" aria-label="What just happened">
    <h2>What just happened</h2>
    <p id="sentence" aria-live="polite">{moment.sentence || "Nothing yet. Step to the first event."}</p>
    {moment.same.length > 0 && <ul class="same" aria-label="At the same instant">{moment.same.map((s, i) => <li key={moment.event + i}>{s}</li>)}</ul>}
    {moment.earlier.length > 0 && <ol class="earlier" aria-label="Before that">{moment.earlier.slice(0, 3).map((s, i) => <li key={moment.event - i}>{s}</li>)}</ol>}
    {player.story && <p id="story"><b>The whole run:</b> {player.story}</p>}
    {wanted && <div class="wanted" role="group" aria-label={`The backoff of ${wanted.name}`}>
      <p><b>{wanted.name}</b> has to back off at {bits(wanted.at, about.bit)}, after collision {wanted.attempt} of its frame. How many slots does it wait?</p>
      <p class="row">{Array.from({ length: Math.min(wanted.range, 16) }, (_, k) =>
        <button key={k} type="button" class="pick" onClick={() => void player.pick(wanted.station, k)}>{k}</button>)}
        {wanted.range > 16 && <input type="number" min={0} max={wanted.range - 1} aria-label={`Slots, 0 to ${wanted.range - 1}`}
          onChange={(e) => void player.pick(wanted.station, Math.max(0, Math.min(wanted.range - 1, Math.floor(Number(e.currentTarget.value)))))} />}
        <button type="button" onClick={() => void player.edit({ what: "draw", station: wanted.station })}>draw at random</button></p>
    </div>}
    {state.failed && !wanted && <p class="trouble" role="alert">The run ends here: {state.failed.text}</p>}
  </section>;
}

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
