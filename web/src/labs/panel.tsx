import { useEffect, useRef, useState } from "preact/hooks";
import { message } from "../engine";
import { locale, t } from "../words";
import { say } from "../words/said";
import type { Player } from "../player";
import { Events } from "../events/list";
import { Network, Text } from "../panels";
import { Ask } from "./answer";
import { Counts, countedOf } from "./counted";
import { Desk, translated, type Answer, type Counted } from "./desk";
import * as kept from "./kept";
import { lab } from "./load";
import { look } from "./look";
import { Line, Markdown } from "./markdown";

interface Props { player: Player; name: string; chosen: number; choose(i: number): void; drawn: boolean }

// LabPanel is what stands beside the picture of a lab: its sheet, its runs, its questions, and the file to hand in.
export function LabPanel({ player, name, chosen, choose, drawn }: Props) {
  const [desk, setDesk] = useState<Desk>(), [trouble, fail] = useState(""), [run, setRun] = useState("run"), [answers, setAnswers] = useState<Answer[]>([]);
  const [listed, list] = useState(false), [from, come] = useState(""), now = useRef(name), fresh = useRef(true);
  useEffect(() => {
    now.current = name;
    setDesk(undefined);
    fail("");
    setRun("run");
    come("");
    setAnswers(kept.answers(name));
    fresh.current = !kept.answers(name).length;
    const l = lab(name);
    if (l) Desk.open(l).then((d) => { if (now.current === name) setDesk(d); }, (e) => { if (now.current === name) fail(message(e)); });
  }, [name, !!lab(name)]); // again when the labs have been loaded: a link can lead here before
  const l = lab(name);
  if (!l) return null;
  const sheet = desk?.sheet.id === name ? translated(desk.sheet) : undefined;
  const note = (a: Answer) => setAnswers((all) => {
    const list = [...all.filter((b) => b.question !== a.question), a].sort((a, b) => a.question - b.question);
    kept.keep(name, list);
    return list;
  });
  const right = answers.filter((a) => a.right).length, whole = sheet?.questions.length ?? 0;
  const show = async (which: string) => {
    setRun(which);
    const r = sheet?.runs.find((r) => r.name === which);
    if (r) await player.open(r.text);
  };
  const given = sheet?.runs.find((r) => r.name === run), changed = drawn && !!given && player.text !== given.text;
  const change = async (set: string[]) => {
    try { await player.open(await desk!.vary(player.text, set), { history: "add" }); } catch (e) { player.trouble = message(e); }
    document.querySelector("#diagram")?.scrollIntoView({ block: "nearest" });
    come("sheet");
  };
  return <><section class="lab lab-head" aria-label={t("lab.question")}>
    <h2>{l.title}</h2>
    <p class="lab-goal"><Line text={sheet?.question ?? l.question} /></p>
  </section><section class="lab" aria-label={t("lab.lab")}>
    {trouble && <p class="trouble" role="alert">{trouble}</p>}
    {!sheet && !trouble && <p role="status">{t("lab.opening")}</p>}
    {sheet && <>
      {sheet.trouble && <p class="note">{say(sheet.troubleSaid ?? { text: sheet.trouble })}</p>}
      {!drawn && !sheet.trouble && <p class="note">{sheet.recorded ? t("lab.recorded", { version: sheet.recorded }) : t("lab.noPicture")}</p>}
      <details class="instructions" id="sheet" open={fresh.current}><summary>{t("lab.sheet")}</summary>
        <Markdown text={sheet.text} name={t("lab.try")} change={drawn && !sheet.trouble ? (set) => void change(set) : undefined} />
        {sheet.source && <p class="small">{t("lab.source")} {sheet.source}</p>}
      </details>
      {!sheet.trouble && <div class="lab-runs">
        {sheet.runs.length > 1 && <div class="row" role="group" aria-label={t("lab.runs")}><span>{t("lab.runs")}</span>
          {sheet.runs.map((r) => <button key={r.name} type="button" aria-pressed={run === r.name && (!drawn || player.text === r.text)} title={r.set.join(", ")} onClick={() => void show(r.name)}>{r.name}</button>)}</div>}
        {run !== "run" && <p class="small"><code>{sheet.runs.find((r) => r.name === run)?.set.join(", ")}</code></p>}
        {changed && <p class="row note"><span>{t("lab.changed")}</span><button type="button" class="given" onClick={() => void show(run)}>{t("lab.asGiven")}</button></p>}
        <Figures key={name + run} desk={desk!} run={run} open={!drawn} />
        {changed && <Own player={player} run={run} />}
      </div>}
      {drawn && !sheet.trouble && <details class="change"><summary>{t("lab.change")}</summary>
        <p class="small">{t("lab.changeText")}</p>
        <Network player={player} chosen={chosen} choose={choose} />
        <Text player={player} />
      </details>}
      {drawn && !sheet.trouble && <details class="happened" onToggle={(e) => list(e.currentTarget.open)}><summary>{t("event.events")}</summary>
        {listed && <Events player={player} chosen={chosen} choose={choose} />}
      </details>}
      <p class="lab-progress" role="status"><progress max={whole} value={right} aria-label={t("lab.progress")} /> {t("lab.done", { n: right, whole })}</p>
      <ol class="questions">{sheet.questions.map((q, i) => {
        const n = i + 1, last = answers.find((a) => a.question === n);
        return <Ask key={name + n} number={n} question={q} sheet={sheet} last={last}
          check={async (answer) => {
            const v = await desk!.check(n, answer), hints = last?.hints ?? 0;
            note({ question: n, answer, right: v.right, tries: (last?.tries ?? 0) + 1, hints });
            return v;
          }}
          prepare={(told) => desk!.prepare(n, told)}
          hinted={(hints) => note({ ...last!, hints })}
          look={() => {
            const first = q.look.runs[0];
            setRun(first);
            come(`question-${n}`);
            if (!drawn) { document.querySelector(".figures")?.scrollIntoView({ block: "nearest" }); return; }
            void look(player, q.look, sheet.runs.find((r) => r.name === first), choose);
            document.querySelector("#diagram")?.scrollIntoView({ block: "nearest" });
          }} />;
      })}</ol>
      {!sheet.trouble && <HandIn desk={desk!} lab={name} answers={answers} whole={whole} />}
      {answers.length > 0 && <p class="row"><button type="button" class="again" onClick={() => { kept.keep(name, []); setAnswers([]); setDesk(undefined); setTimeout(() => setDesk(desk)); }}>{t("lab.again")}</button></p>}
    </>}
    <Back to={from} gone={() => come("")} />
  </section></>;
}

// Back leads back from the picture to the place in the text that sent the reader there, while that is out of sight.
function Back({ to, gone }: { to: string; gone(): void }) {
  const [away, set] = useState(false), place = () => document.getElementById(to);
  useEffect(() => {
    const e = place();
    if (!e) return;
    const seen = new IntersectionObserver(([v]) => set(!v.isIntersecting));
    seen.observe(e);
    return () => { seen.disconnect(); set(false); };
  }, [to]);
  if (!to || !away) return null;
  return <button type="button" class="main back" onClick={() => { place()?.scrollIntoView({ block: "center" }); place()?.querySelector<HTMLElement>("input, summary")?.focus({ preventScroll: true }); gone(); }}>
    {to === "sheet" ? t("lab.backSheet") : t("lab.back", { n: to.replace("question-", "") })}</button>;
}

// Figures shows what csmacd run prints of a run, and the counters of its stations.
function Figures({ desk, run, open }: { desk: Desk; run: string; open: boolean }) {
  const [text, set] = useState(""), [counted, count] = useState<Counted>(), asked = useRef(false);
  const ask = () => {
    if (asked.current) return;
    asked.current = true;
    desk.figures(run).then((s) => { set(s); return desk.counters(run).then(count); }).catch((e) => set(message(e)));
  };
  useEffect(() => { if (open) ask(); }, [open]);
  return <details class="figures" open={open} onToggle={(e) => { if (e.currentTarget.open) ask(); }}><summary>{t("lab.figures", { run })}</summary>
    <pre class="scroll" tabIndex={0} aria-label={t("lab.figures", { run })}>{text || t("lab.running")}</pre>
    {counted && <Counts of={counted} />}</details>;
}

// Own shows the figures of the scenario as the student has changed it.
function Own({ player, run }: { player: Player; run: string }) {
  return <details class="figures own"><summary>{t("lab.ownFigures")}</summary>
    <p class="small">{t("lab.ownText", { run })}</p>
    <pre class="scroll" tabIndex={0} aria-label={t("lab.ownFigures")}>{player.complete ? player.summary : t("lab.running")}</pre>
    {player.complete && player.result && <Counts of={countedOf(player.result)} />}</details>;
}

// HandIn saves the file that a student hands in.
function HandIn({ desk, lab, answers, whole }: { desk: Desk; lab: string; answers: Answer[]; whole: number }) {
  const [name, setName] = useState(kept.student), [busy, work] = useState(false), [said, say] = useState("");
  const save = async (e: Event) => {
    e.preventDefault();
    if (!name.trim() || busy) return;
    kept.name(name.trim());
    work(true);
    try {
      for (const a of answers) await desk.prepare(a.question, (done, of) => { say(`${t("lab.question.n", { n: a.question })}: ${t("lab.seeds", { n: done, of })}`); return true; });
      const octets = await desk.handIn(name, answers), a = document.createElement("a");
      const file = `${lab}-${name.trim().toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "") || "answers"}.json`;
      a.href = URL.createObjectURL(new Blob([octets as Uint8Array<ArrayBuffer>], { type: "application/json" }));
      a.download = file;
      a.click();
      setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
      say(t("lab.saved", { file, time: new Date().toLocaleTimeString(locale()) }));
    } catch (e) { say(message(e)); }
    work(false);
  };
  const open = whole - answers.length;
  return <form class="handin" onSubmit={(e) => void save(e)} aria-label={t("lab.handIn")}>
    <h3>{t("lab.handIn")}</h3>
    <p class="small">{open > 0 ? t("lab.open", { n: open }) + " " : ""}{t("lab.handInText")}</p>
    <div class="row"><label for="student">{t("lab.name")}</label><input id="student" type="text" autocomplete="name" maxLength={100} value={name} onInput={(e) => setName(e.currentTarget.value)} />
      <button type="submit" id="hand-in" class="main" disabled={!name.trim() || !answers.length || busy}>{busy ? t("lab.checking") : t("lab.save")}</button></div>
    <p role="status" class="small">{said}</p>
  </form>;
}
