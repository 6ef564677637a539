import type { Player } from "./player";
import { bits } from "./units";

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
