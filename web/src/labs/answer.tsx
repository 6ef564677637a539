import { useRef, useState } from "preact/hooks";
import { message } from "../engine";
import { spoken, t } from "../words";
import { Line } from "./markdown";
import type { Answer, Question, Sheet, Verdict } from "./desk";

interface Props {
  number: number; question: Question; sheet: Sheet; last?: Answer;
  check(answer: string): Promise<Verdict>;
  prepare(told: (done: number, of: number) => boolean): Promise<boolean>;
  hinted(hints: number): void;
  look(): void;
}

// Ask is a question with its box: what the student answers is checked, and after a wrong answer there is help, a little more
// each time.
export function Ask({ number, question, sheet, last, check, prepare, hinted, look }: Props) {
  const [text, write] = useState(last?.answer ?? ""), [verdict, judge] = useState<Verdict>(), [trouble, fail] = useState(""), [busy, work] = useState(false), [share, tell] = useState<[number, number]>(), stop = useRef(false);
  const right = verdict ? verdict.right : !!last?.right && text === last.answer, wrong = verdict ? !verdict.right : !!last && !last.right;
  const hints = last?.hints ?? 0, most = question.look.runs.length ? 3 : 2;
  const submit = async (e: Event) => {
    e.preventDefault();
    if (!text.trim() || busy) return;
    work(true);
    fail("");
    stop.current = false;
    try { if (await prepare((done, of) => { tell([done, of]); return !stop.current; })) judge(await check(point(text))); } catch (e) { judge(undefined); fail(message(e)); }
    work(false);
    tell(undefined);
  };
  return <li class={right ? "question right" : "question"} id={`question-${number}`}>
    <p class="q-text"><b>{number}.</b> <Line text={question.ask} />{question.form && <span class="q-form">{question.form}</span>}</p>
    <form class="row" onSubmit={(e) => void submit(e)}>
      <input type="text" autocomplete="off" spellcheck={false} aria-label={t("lab.answer", { n: number })} value={text} maxLength={100}
        onInput={(e) => { write(e.currentTarget.value); judge(undefined); fail(""); }} />
      <button type="submit" class="main" disabled={busy || !!sheet.trouble || !text.trim()} aria-label={t("lab.checkN", { n: number })}>{busy ? t("lab.checking") : t("lab.check")}</button>
    </form>
    {share && <p class="row computing"><progress max={share[1]} value={share[0]} aria-label={t("lab.checking")} /> <span>{t("lab.seeds", { n: share[0], of: share[1] })}</span>
      <button type="button" class="stop" onClick={() => { stop.current = true; }}>{t("lab.stop")}</button></p>}
    <div class="q-verdict" role="status">
      {trouble && <p class="q-no">{trouble}</p>}
      {right && <p class="q-yes">✓ {t("lab.right")}{verdict?.exact ? " " + t("lab.exact", { value: verdict.in?.[spoken()] ?? verdict.exact }) : ""}</p>}
      {!trouble && wrong && <p class="q-no">✗ {t("lab.wrong")}{verdict?.note ? " " + t(verdict.note === "unit" ? "lab.unit" : "lab.share") : ""}</p>}
      {!right && hints > 0 && <p class="q-hint">{nudge(question, sheet)}</p>}
      {!right && hints > 1 && <p class="q-hint"><Line text={question.hint} /></p>}
    </div>
    {wrong && !right && <p class="row">
      {hints < 2 && <button type="button" class="more" onClick={() => hinted(hints + 1)}>{hints ? t("lab.more") : t("lab.hint")}</button>}
      {hints >= 2 && most > 2 && <button type="button" class="more" onClick={() => { hinted(3); look(); }}>{t("lab.show")}</button>}
    </p>}
  </li>;
}

// point writes a number in German, such as 2.976.000 or 0,81, as the program reads it: without points between thousands, and with a
// point before decimals. 2.976 alone can be either, and is an error.
function point(text: string) {
  if (spoken() !== "de") return text;
  const either = /^\s*([+-]?[1-9]\d{0,2})\.(\d{3})(?![\d.,])/.exec(text);
  if (either) throw new Error(t("lab.either", { number: `${either[1]}.${either[2]}`, whole: either[1] + either[2], decimal: `${either[1]},${either[2]}` }));
  const whole = text.replace(/^\s*[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?![\d.])/, (n) => n.replaceAll(".", ""));
  return whole.replace(/^(\s*[+-]?\d*),(\d+)/, "$1.$2");
}

// nudge says where the answer can be found, and no more.
function nudge({ look }: Question, sheet: Sheet) {
  if (!look.runs.length) return t("lab.paper");
  const run = look.runs[0], several = sheet.runs.length > 1, station = look.station;
  if (!station) return several ? t("lab.inFigures", { run: look.runs.join(", ") }) : t("lab.inFiguresHere");
  if (station === "*") return several ? t("lab.inRun", { run }) : t("lab.inPicture");
  return several ? t("lab.atIn", { station, run }) : t("lab.at", { station });
}
