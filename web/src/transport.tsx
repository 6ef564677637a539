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
