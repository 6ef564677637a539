import { useEffect, useMemo, useReducer, useRef } from "preact/hooks";
import { lessons, lesson as byID, type Asked, type Control, type Figure } from "./lessons";
import { LessonRun } from "./lessonrun";
import { Problems } from "./panels";
import { toFragment } from "./share";
import { Stage, type StageProps } from "./stage";
import { Thumb } from "./thumbs";
import { Topology } from "./topology";
import { Told } from "./told";
import type { Result } from "./types";
import { locale, t, words, type Key } from "./words";

const paces = [5, 10, 20, 40, 60, 100, 200, 400, 1000, 2000, 4000, 8000, 20_000, 100_000];

// LessonMode is a lesson: a question, a picture that runs, and what to do.
export function LessonMode(props: StageProps & { name: string; all: boolean; showAll(on: boolean): void }) {
  const { player, name } = props, lesson = byID(name) ?? lessons[0];
  const [, refresh] = useReducer((n: number) => n + 1, 0);
  const run = useMemo(() => new LessonRun(lesson, player, () => refresh(0)), [lesson, player]);
  useEffect(() => run.look());
  const card = useRef<HTMLDivElement>(null), asked = run.card?.kind;
  useEffect(() => { if (asked) card.current?.focus({ preventScroll: false }); }, [asked]);
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      const n = "123".indexOf(e.key), on = e.target as HTMLElement;
      if (e.ctrlKey || e.metaKey || e.altKey || on.closest("input, textarea, select")) return;
      if (e.key === " " && !on.closest("button, summary, a, pre, .scroll")) { // the large button says what it does now
        e.preventDefault();
        e.stopImmediatePropagation();
        return document.getElementById("play")?.click();
      }
      if (n < 0) return;
      if (run.card) run.answer(n);
      else run.predict(n);
    };
    addEventListener("keydown", key, true); // before the keys of all modes
    return () => removeEventListener("keydown", key, true);
  }, [run]);
  const text = words().texts[lesson.id], at = lessons.indexOf(lesson);

  return <main class="lesson" id="lesson" data-lesson={lesson.id} data-done={run.done.every(Boolean)}>
    <section class="lead" aria-label={t("lesson.number", { n: at + 1, of: lessons.length })}>
      <p class="where"><span>{t("lesson.number", { n: at + 1, of: lessons.length })}</span> · <span>{t(`lesson.level${lesson.level}`)}</span></p>
      <h2>{text.title}</h2>
      <p class="situation" id="situation">{text.sentence}</p>
      {run.card ? <Question run={run} at={card} /> : <Predictions run={run} />}
    </section>
    <div class="stage">
      <Problems player={player} />
      <Stage {...props} tools={false} />
      {player.about.network && <Topology net={player.about.network} choose={(to) => run.along(to)} />}
      <Told player={player} lesson={{ asked: !!run.card }} />
    </div>
    <Dock run={run} />
    <section class="todo" aria-label={t("lesson.steps")}>
      <Steps run={run} />
      <Try run={run} />
      <Figures run={run} />
      {run.done.every(Boolean) && <div class="learned" role="status"><b>{t("lesson.learned")}:</b> {text.learned}</div>}
      <nav class="lessons" aria-label={t("shell.lessons")}>
        {at > 0 ? <a class="button" href={`#lesson=${lessons[at - 1].id}`} title={t("lesson.previous")}>← {words().texts[lessons[at - 1].id].title}</a> : <span />}
        {at + 1 < lessons.length ? <a class={run.done.every(Boolean) ? "button main" : "button"} id="next" href={`#lesson=${lessons[at + 1].id}`} title={t("lesson.next")}>{words().texts[lessons[at + 1].id].title} →</a>
          : <FreePlay run={run} />}
      </nav>
      <p class="small row"><button type="button" id="all" onClick={() => props.showAll(true)}>{t("lesson.all")}</button>
        <span class="spacer" />{run.progress.asked > 0 && <span id="score">{t("lesson.score", { right: run.progress.right, asked: run.progress.asked })}</span>}</p>
    </section>
    {props.all && <All run={run} close={() => props.showAll(false)} />}
  </main>;
}

// Choices are the answers to choose from. After the choice the right one is marked.
function Choices({ choices, chosen, right, open, choose, label }: { choices: string[]; chosen: number; right: number; open: boolean; choose(i: number): void; label: string }) {
  return <div class="choices" role="group" aria-label={label}>{choices.map((text, i) =>
    <button key={i} type="button" class={open ? "" : i === right ? "right" : i === chosen ? "wrong" : "rest"} aria-pressed={open ? i === chosen : undefined} disabled={!open} onClick={() => choose(i)}>
      <span class="key" aria-hidden="true">{open ? i + 1 : i === right ? "✓" : i === chosen ? "✗" : ""}</span><span>{text}</span></button>)}</div>;
}

function Verdict({ right, why }: { right: boolean; why: string }) {
  return <p class={right ? "verdict good" : "verdict poor"} role="status"><b>{t(right ? "lesson.right" : "lesson.wrong")}</b> {why}</p>;
}

// Predictions are those at the beginning. The answer comes when the run has shown it.
function Predictions({ run }: { run: LessonRun }) {
  const { lesson, predicted, shown } = run, text = words().texts[lesson.id];
  if (shown) return <div class="prompt" id="prediction"><p class="answer">{predicted >= 0 && predicted !== lesson.right && <s>{text.choices[predicted]}</s>}<span>✓ {text.choices[lesson.right]}</span></p>
    {predicted >= 0 ? <Verdict right={predicted === lesson.right} why={text.why} /> : <p class="verdict">{text.why}</p>}</div>;
  return <div class={predicted >= 0 && run.began ? "prompt settled" : "prompt"} id="prediction">
    <Choices choices={text.choices} chosen={predicted} right={-1} open={true} choose={(i) => run.predict(i)} label={t("lesson.predict")} />
  </div>;
}

// Question is asked while time stands still.
function Question({ run, at }: { run: LessonRun; at: { current: HTMLDivElement | null } }) {
  const c = run.card!, own = c.own ? words().texts[run.lesson.id].ask : undefined;
  const say = (end: string) => t(`lesson.ask.${c.kind as Asked}${end}` as Key, { name: c.station });
  const over = run.answered >= 0;
  return <div class="prompt asked" id="question" data-kind={c.kind} data-right={c.right} tabIndex={-1} ref={at} role="group" aria-label={t("lesson.predict")}>
    <p class="ask">{own ? own.question : say("")}</p>
    <Choices choices={own ? own.choices : c.choices.map((k) => say(`.${k}`))} chosen={run.answered} right={c.right} open={!over} choose={(i) => run.answer(i)} label={t("lesson.predict")} />
    {over && <Verdict right={run.answered === c.right} why={own ? own.why : say(".why")} />}
  </div>;
}

// Dock has the large button and the small ones.
function Dock({ run }: { run: LessonRun }) {
  const { player } = run, playing = player.speed !== 0, held = !!run.card || run.resting;
  const pace = (by: number) => {
    const i = paces.findIndex((p) => p >= player.pace);
    player.setPace(paces[Math.max(0, Math.min(paces.length - 1, (i < 0 ? paces.length - 1 : i) + by))]);
  };
  const step = run.card ? undefined : words().texts[run.lesson.id].steps[run.done.indexOf(false)];
  return <div class="dock" role="group" aria-label={t("lesson.play")}>
    {step && <p class="step" aria-hidden="true">{step}</p>}
    <button type="button" class="main play" id="play" data-playing={playing} onClick={() => playing ? player.play(Math.sign(player.speed)) : held ? run.goOn() : run.play()}>
      <span aria-hidden="true">{playing ? "■" : "▶"}</span> {t(playing ? "lesson.stop" : held ? "lesson.goOn" : "lesson.play")}</button>
    <div class="row">
      <button type="button" id="restart" onClick={() => void run.restart()}>{t("lesson.restart")}</button>
      <button type="button" title={t("lesson.stepBackTitle")} onClick={() => run.step(-1)}>← {t("lesson.stepBack")}</button>
      <button type="button" id="step" title={t("lesson.stepTitle")} onClick={() => run.step(1)}>{t("lesson.step")} →</button>
      <span class="paces"><button type="button" aria-label={t("lesson.slower")} title={t("lesson.slower")} onClick={() => pace(-1)}>−</button>
        <button type="button" aria-label={t("lesson.faster")} title={t("lesson.faster")} onClick={() => pace(1)}>+</button></span>
      <span class="small pace">{t("lesson.pace", { n: player.pace })}</span>
    </div>
  </div>;
}

// Steps shows those that are done and the one at hand. Later ones would give the answer away. Before the reader has done
// anything, none is shown as done: the figures of a run may be there already.
function Steps({ run }: { run: LessonRun }) {
  const first = run.done.indexOf(false), later = first < 0 ? 0 : run.done.length - first - 1, idle = run.predicted < 0 && !run.began;
  return <><h3>{t("lesson.steps")}</h3><ol class="steps">{words().texts[run.lesson.id].steps.map((step, i) =>
    <li key={i} hidden={(idle || !run.done[i]) && i !== first} class={run.done[i] ? "done" : i === first ? "now" : ""} aria-current={i === first ? "step" : undefined}><span class="tick" role="img" aria-label={t(run.done[i] ? "lesson.isDone" : "lesson.open")}>{run.done[i] ? "✓" : ""}</span><span>{step}</span></li>)}</ol>{later > 0 && <p class="small later">{t("lesson.later", { n: later })}</p>}</>;
}

// Try has what the lesson lets its reader change.
function Try({ run }: { run: LessonRun }) {
  const { lesson, player } = run, names = words().texts[lesson.id].variants;
  if (!lesson.controls && !names) return null;
  const { about } = player, station = (c: Control) => about.stations[c.station ?? 0];
  const value = (c: Control) => c.what === "size" ? Number(/\bsize: *(\d+)/.exec(player.text)?.[1] ?? 0) : Math.round((c.what === "length" ? about.length : station(c)?.place ?? 0) / about.bit);
  return <div class="try" role="group" aria-label={t("lesson.try")}>
    {names && <div class="row variants">{names.map((n, i) => <button key={i} type="button" aria-pressed={run.variant === i} onClick={() => void run.choose(i)}>{n}</button>)}</div>}
    {lesson.controls?.map((c) => <label key={c.what} class="slider"><span>{t(`lesson.${c.what}`, { name: station(c)?.name ?? "" })}: <b>{value(c).toLocaleString(locale())}</b></span>
      <input type="range" id={`try-${c.what}`} min={c.min} max={c.max} step={c.step} value={value(c)} onChange={(e) => void change(run, c, Number(e.currentTarget.value))} /></label>)}
  </div>;
}

async function change(run: LessonRun, { what, station }: Control, value: number) {
  const edit = what === "place" ? { what: "move", station, value: `${value}bt` } : { what, value: what === "length" ? `${value}bt` : String(value) };
  await run.restart(); // so that what is seen of the changed run is seen from its beginning
  if (await run.player.edit(edit)) await run.restart();
}

const time = (us: number) => us >= 1e6 ? `${short(us / 1e6)} s` : us >= 1e3 ? `${short(us / 1e3)} ms` : `${short(us)} µs`;
const short = (v: number) => v.toLocaleString(locale(), { maximumSignificantDigits: 3 });
const share = (v: number) => `${(100 * v).toLocaleString(locale(), { maximumFractionDigits: 1 })} %`;

const figures: Record<Figure, (r: Result) => string> = {
  throughput: (r) => share(r.medium.throughput),
  collisions: (r) => r.medium.collisions.toLocaleString(locale()),
  delay: (r) => time(r.delay_us.mean),
  p99: (r) => time(r.delay_us.p99),
  worst: (r) => time(r.access_delay_us.max),
  lost: (r) => (r.medium.frames_lost + r.medium.frames_dropped).toLocaleString(locale()),
  dropped: (r) => r.medium.frames_dropped.toLocaleString(locale()),
  lone: (r) => r.stations[0].frames_delivered.toLocaleString(locale()),
  others: (r) => Math.round(r.stations.slice(1).reduce((n, s) => n + s.frames_delivered, 0) / (r.stations.length - 1)).toLocaleString(locale()),
  captured: (r) => r.stations.reduce((n, s) => n + s.collisions_per_frame.slice(8).reduce((a, b) => a + b, 0), 0).toLocaleString(locale()),
};

// Figures are those of the runs so far, of each variant.
function Figures({ run }: { run: LessonRun }) {
  const { lesson, results, player } = run, names = words().texts[lesson.id].variants;
  if (!lesson.figures || run.predicted < 0 && !run.began) return null; // they would be the answer
  const rows = results.map((r, i) => ({ r, name: names?.[i] ?? words().texts[lesson.id].title })).filter((x) => x.r);
  return <div class="measured">
    {!player.complete && <p class="small" role="status">{t("lesson.running")}</p>}
    {rows.length > 0 && <div class="scroll" tabIndex={0} role="group" aria-label={t("lesson.table")}><table id="figures"><caption>{t("lesson.table")}</caption>
      <thead><tr><td /> {rows.map(({ name }) => <th key={name} scope="col">{name}</th>)}</tr></thead>
      <tbody>{lesson.figures.map((f) => <tr key={f}><th scope="row">{t(`lesson.${f}`)}</th>{rows.map(({ r, name }) => <td key={name}>{figures[f](r!)}</td>)}</tr>)}</tbody>
    </table></div>}
  </div>;
}

// FreePlay opens the lesson's scenario, as it has been changed, in free play.
function FreePlay({ run }: { run: LessonRun }) {
  const open = async () => {
    run.act("free");
    location.hash = "#s=" + await toFragment(run.player.text);
  };
  return <button type="button" class="main" id="next" onClick={() => void open()}>{t("lesson.openFree")}</button>;
}

// All shows all lessons, with a picture of each.
function All({ run, close }: { run: LessonRun; close(): void }) {
  const at = useRef<HTMLDialogElement>(null);
  useEffect(() => { at.current?.showModal(); }, []);
  return <dialog ref={at} class="all-lessons" aria-label={t("lesson.all")} onClose={close} onClick={(e) => { if (e.target === at.current) at.current?.close(); }}>
    <div class="row"><h2>{t("lesson.all")}</h2><span class="spacer" /><button type="button" onClick={() => at.current?.close()}>{t("lesson.close")}</button></div>
    <ol>{lessons.map((l, i) => <li key={l.id}><a href={`#lesson=${l.id}`} aria-current={l.id === run.lesson.id ? "page" : undefined} onClick={() => at.current?.close()}>
      <Thumb id={l.id} /><span><b>{i + 1}. {words().texts[l.id].title}</b><span class="small">{t(`lesson.level${l.level}`)}{run.progress.done[l.id] ? ` · ✓ ${t("lesson.isDone")}` : ""}</span></span></a></li>)}</ol>
  </dialog>;
}
