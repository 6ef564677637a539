import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import { useLook } from "./choices";
import { Engine, message } from "./engine";
import { Free } from "./free";
import { Keys, useKeys } from "./keys";
import { LessonMode } from "./lesson";
import { lesson, lessons } from "./lessons";
import { progress } from "./lessonrun";
import { lab, labs, load as loadLabs } from "./labs/load";
import { LabMode } from "./labs/mode";
import { Missing } from "./missing";
import { Player } from "./player";
import { read, write as keep } from "./kept";
import { parse, write, type Mode, type Route } from "./route";
import { scenario } from "./scenarios";
import { fromFragment } from "./share";
import { Header } from "./shell";
import { t } from "./words";

const first = "two-stations-collide";
// next returns the lesson with which a reader begins: that of the collision, and on later visits the first that is not done.
const next = () => { const { done } = progress(); return !done[opening] ? opening : (lessons.find((l) => !done[l.id]) ?? lessons[0]).id; };
const opening = "two-collide";

const bit = 100_000; // picoseconds, in all lessons

// opened opens a text. If it cannot be shown, there is some picture all the same.
async function opened(p: Player, text: string, where: { at?: number; from?: number; to?: number }) {
  if (await p.open(text, where)) return;
  const { problems, trouble, draft } = p;
  if (!p.text) await p.open(scenario(first)!.text);
  Object.assign(p, { problems, trouble, draft }); // the problems are those of this text
}

// lacks reports whether a route asks for what the page does not have.
async function lacks({ mode, name, missing }: Route): Promise<boolean> {
  if (mode === "lab") await loadLabs();
  return missing !== undefined || (!!name && !(mode === "lesson" ? lesson(name) : mode === "lab" ? lab(name) : scenario(name)));
}

// show shows what a route asks for, and returns the route of what is shown.
async function show(p: Player, r: Route): Promise<Route> {
  const { at, from, to } = r;
  if (await lacks(r)) {
    if (p.speed) p.play(Math.sign(p.speed)); // what was open before stops
    await loadLabs(); // they are among what is offered
    return { ...r, missing: r.missing ?? r.name };
  }
  p.limit = Infinity;
  p.unsure = false;
  p.hidden = new Set(r.hide);
  p.future = r.mode !== "lesson";
  if (r.mode === "lesson") {
    const l = lesson(r.name || next())!;
    p.clear();
    p.limit = at ?? 0;
    p.unsure = true; // until the lesson knows where it halts
    await p.open(l.text, { at: at ?? -1, from: from ?? 0, to: to ?? l.window * bit });
    return { ...r, name: l.id };
  }
  if (r.mode === "lab") {
    const l = r.name ? lab(r.name)! : labs[0];
    await opened(p, l.scenario, { at, from, to });
    return { ...r, name: l.id };
  }
  let text = scenario(r.name)?.text, trouble = "";
  const draft = !r.name && r.shared === undefined ? read<{ text?: string }>("csmacd.draft", {}).text : undefined;
  if (r.shared !== undefined) {
    try { text = await fromFragment(r.shared); } catch { trouble = t("shell.damaged"); }
  }
  const name = text === undefined && draft === undefined ? first : r.name;
  text ??= draft;
  text ??= scenario(first)!.text;
  await opened(p, text, { at, from, to });
  p.trouble ||= trouble;
  return { ...r, name };
}

export function App() {
  const [, refresh] = useReducer((n: number) => n + 1, 0);
  const [player, setPlayer] = useState<Player>();
  const [failed, fail] = useState("");
  const [route, setRoute] = useState<Route>(() => parse(location.hash));
  const [chosen, choose] = useState(-1);
  const [help, setHelp] = useState(false);
  const [all, showAll] = useState(false);
  const look = useLook(), engine = useRef<Player>(undefined), asked = useRef(0);

  const go = async (r: Route) => {
    const turn = ++asked.current, p = engine.current!;
    choose(-1);
    setRoute(r);
    const shown = await show(p, r);
    if (turn !== asked.current) return;
    setRoute(shown);
    choose(r.see === undefined || shown.missing !== undefined ? -1 : p.about.stations.findIndex((s) => s.name === r.see));
    refresh(0);
  };

  useEffect(() => {
    const start = async () => {
      const p: Player = new Player(await Engine.start(), () => { if (p.view) setPlayer(p); refresh(0); }); // as soon as there is a picture to show
      engine.current = p;
      addEventListener("hashchange", () => void go(parse(location.hash)));
      await go(parse(location.hash));
    };
    start().catch((e) => fail(message(e)));
  }, []);
  useKeys(route.missing === undefined ? player : undefined, setHelp);
  const changed = route.mode === "free" && player?.past.length ? player.text : undefined;
  useEffect(() => { if (changed !== undefined) keep("csmacd.draft", { text: changed }); }, [changed]);

  if (failed) return <main class="failed"><h1>csmacd lab</h1><p class="trouble" role="alert">{t("shell.failed", { why: failed })}</p></main>;
  const open = (mode: Mode, name: string) => { location.hash = write({ mode, name, hide: [] }); };
  const props = { player: player!, dark: look.dark, thick: look.projector, chosen, choose };
  return <>
    {!look.embedded && <Header route={route} own={route.mode === "free" && (!route.name || player?.past.length) ? player?.about.name || t("shell.shared") : ""} look={look} help={help} setHelp={setHelp} open={open} />}
    {help && <Keys />}
    {route.missing !== undefined && engine.current ? <Missing route={route} />
      : player === undefined ? <main class="starting"><p role="status">{t("shell.starting")}</p></main>
      : route.mode === "lesson" ? <LessonMode {...props} name={route.name} all={all} showAll={showAll} />
      : route.mode === "lab" ? <LabMode {...props} name={route.name} />
      : <Free {...props} />}
  </>;
}
