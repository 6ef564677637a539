import type { Player } from "./player";
import { bits, clock } from "./units";
import { locale, t, type Key } from "./words";

// Transport has the buttons that step and play, and the timeline.
export function Transport({ player }: { player: Player }) {
  const { state, now, about } = player, bit = about.bit;
  const speeds = [...new Set([1e1, 1e2, 3e2, 1e3, 1e4, 1e5, 1e6, 1e7, player.pace])].sort((a, b) => a - b), crowd = !!about.crowd; // a lesson has a pace of its own
  const unit = t(crowd ? "crowd.unit" : "time.bit");
  const button = (name: Key, text: string, key: string, act: () => void, pressed?: boolean) =>
    <button type="button" aria-label={t(name)} title={`${t(name)} (${key})`} aria-pressed={pressed} onClick={act}>{text}</button>;
  return <section class="transport" aria-label={t("time.time")}>
    <div class="row">
      {button("time.begin", "|←", t("key.home"), () => void player.step(-1))}
      {button("time.eventBack", `← ${t("time.event")}`, "←", () => void player.step(player.event - 1))}
      {button(crowd ? "crowd.unitBack" : "time.bitBack", `← ${unit}`, `${t("key.shift")}+←`, () => void player.bit(-1))}
      {button("time.back", player.speed < 0 ? "■" : "◀", "B", () => player.play(-1), player.speed < 0)}
      {button("time.play", player.speed > 0 ? "■" : "▶", t("key.space"), () => player.play(1), player.speed > 0)}
      {button(crowd ? "crowd.unitOn" : "time.bitOn", `${unit} →`, `${t("key.shift")}+→`, () => void player.bit(1))}
      {button("time.eventOn", `${t("time.event")} →`, "→", () => void player.step(player.event + 1))}
      {button("time.end", "→|", t("key.end"), () => void player.step(state.events - 1))}
      <label>{t("time.speed")} <select aria-label={t("time.speedOf")} value={String(player.pace)} onChange={(e) => { player.setPace(Number(e.currentTarget.value)); }}>
        {speeds.map((s) => <option key={s} value={String(s)}>{crowd ? t("crowd.perSecond", { time: clock(s * bit) }) : `${s.toLocaleString(locale())} bt/s`}</option>)}
      </select></label>
      <span class="zoom">{button("time.zoomIn", "+", "+", () => player.zoom(0.5))}
      {button("time.zoomOut", "−", "-", () => player.zoom(2))}
      <label>{t("time.window")} <select aria-label={t("time.windowOf")} value="" onChange={(e) => { const v = e.currentTarget.value; e.currentTarget.value = ""; if (v === "first") player.fit(); else player.window(Number(v)); }}>
        <option value="">{clock(player.to - player.from)}</option>
        <option value="first">{t("time.first")}</option>
        {!crowd && <><option value={String(bit)}>{t("time.oneBit")}</option>
          <option value={String(96 * bit)}>{t("time.gap")}</option>
          <option value={String(about.slot)}>{t("time.slot", { slot: bits(about.slot, bit) })}</option>
          <option value={String(4 * about.slot)}>{t("time.slots")}</option></>}
        <option value={String(1e9)}>1 ms</option>
        <option value={String(1e10)}>10 ms</option>
        {crowd && <option value={String(1e11)}>100 ms</option>}
        <option value={String(1e12)}>1 s</option>
        {crowd && <><option value={String(1e13)}>10 s</option><option value={String(1e14)}>100 s</option></>}
      </select></label></span>
    </div>
    <input class="timeline" type="range" min={0} max={1000} step="any" aria-label={t("time.line")} aria-valuetext={bits(now, bit)}
      value={String(state.until ? now / state.until * 1000 : 0)}
      onInput={(e) => { player.speed = 0; void player.goTo(Number(e.currentTarget.value) / 1000 * state.until); player.show(); }} />
    <div class="row small">
      <span id="now">{bits(now, bit)}{!crowd && ` · ${clock(now)}`}</span>
      <span class="spacer" />
      <span>{state.more || player.loading ? t("time.running") + " " : ""}{t("time.events", { n: state.events, until: clock(state.until) })}</span>
    </div>
    {state.full && <p class="note">{t("time.full", { n: state.events, until: clock(state.until) })}</p>}
  </section>;
}
