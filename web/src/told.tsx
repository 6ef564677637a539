import { tell } from "./events/tell";
import type { Player } from "./player";
import { bits } from "./units";
import { spoken, t } from "./words";
import { say, translation, whole } from "./words/said";

const most = 16; // slots to choose from by a button each
const before = 3; // sentences

// Told says what has just happened and, when the run is complete, what happened in all of it. It asks for a backoff
// that the reader chooses by hand: in a lesson, only when the run has reached it and nothing else is asked.
export function Told({ player, lesson }: { player: Player; lesson?: { asked: boolean } }) {
  const { moment, state, about } = player, failed = lesson && (lesson.asked || player.now < state.until) ? undefined : state.failed, wanted = failed?.wanted;
  // Of a cable and a network the engine has the sentences; of another medium the page.
  const own = !about.crowd, [now, ...same] = own ? [moment.sentence, ...moment.same].map(say) : moment.items.map((i) => tell(i, about));
  const earlier = own ? moment.earlier.map(say) : moment.before.map((i) => tell(i, about));
  return <section class="told" aria-label={t("told.told")}>
    <h2>{t("told.told")}</h2>
    <p id="sentence" aria-live="polite">{now || t(lesson ? "lesson.nothing" : "told.nothing")}</p>
    {same.length > 0 && <ul class="same" aria-label={t("told.same")}>{same.map((s, i) => <li key={moment.event + i}>{s}</li>)}</ul>}
    {earlier.length > 0 && <ol class="earlier" aria-label={t("told.earlier")}>{earlier.slice(0, before).map((s, i) => <li key={moment.event - i}>{s}</li>)}</ol>}
    {player.story && <p id="story"><b>{t("told.whole")}</b> {spoken() === "en" && own ? player.story : player.sentences.map((s, i) => { const text = translation(s); return <span key={i} lang={text ? undefined : "en"}>{text ?? s.text} </span>; })}</p>}
    {wanted && <div class="wanted" role="group" aria-label={t("told.backoff", { name: wanted.name })}>
      <p>{t("told.wanted", { name: wanted.name, at: bits(wanted.at, about.bit), attempt: wanted.attempt })}</p>
      <p class="row">{Array.from({ length: Math.min(wanted.range, most) }, (_, k) =>
        <button key={k} type="button" class="pick" onClick={() => void player.pick(wanted.station, k)}>{k}</button>)}
        {wanted.range > most && <input type="number" min={0} max={wanted.range - 1} aria-label={t("told.slots", { most: wanted.range - 1 })}
          onChange={(e) => void player.pick(wanted.station, Math.max(0, Math.min(wanted.range - 1, Math.floor(Number(e.currentTarget.value)))))} />}
        <button type="button" onClick={() => void player.edit({ what: "draw", station: wanted.station })}>{t("told.draw")}</button></p>
    </div>}
    {failed && !wanted && <p class="trouble" role="alert">{t("told.ends", { why: whole(failed.text) ?? failed.text })}</p>}
  </section>;
}
