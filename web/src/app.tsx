import { useEffect, useMemo, useReducer, useState } from "preact/hooks";
import { Canvas } from "./canvas";
import { Live } from "./charts";
import { Counters, Told, Transport } from "./controls";
import { Engine } from "./engine";
import { Legend } from "./legend";
import { Figures, jump, Network, Problems, Share, Text } from "./panels";
import { Player } from "./player";
import { fromFragment } from "./share";

interface Lesson { name: string; text: string; title?: string; question?: string; asks?: string[] }
declare const LESSONS: Lesson[];
declare const LABS: Lesson[];

const first = "two-stations-collide";
const tabs = ["Network", "Scenario", "Charts", "Figures", "Share"] as const;

// scrolls reports whether an element scrolls, and so needs the keys that move it.
const scrolls = (e: Element | null) => !!e && (e.scrollHeight > e.clientHeight || e.scrollWidth > e.clientWidth);

// useDark follows the reader's choice or, without one, the system's.
function useDark(): [boolean, (d: boolean) => void] {
  const system = useMemo(() => matchMedia("(prefers-color-scheme: dark)"), []);
  const [dark, set] = useState(system.matches);
  useEffect(() => {
    const follow = () => set(system.matches);
    system.addEventListener("change", follow);
    return () => system.removeEventListener("change", follow);
  }, []);
  useEffect(() => { document.documentElement.dataset.theme = dark ? "dark" : "light"; }, [dark]);
  return [dark, set];
}

export function App() {
  const [, refresh] = useReducer((n: number) => n + 1, 0);
  const [player, setPlayer] = useState<Player>();
  const [failed, fail] = useState("");
  const [tab, setTab] = useState<typeof tabs[number]>("Network");
  const [open, setOpen] = useState("lesson:" + first);
  const [chosen, choose] = useState(-1);
  const [dark, setDark] = useDark();
  const [help, setHelp] = useState(false);

  useEffect(() => {
    const start = async () => {
      let text = LESSONS.find((l) => l.name === first)!.text;
      const engine = await Engine.start();
      const p: Player = new Player(engine, () => { if (p.view) setPlayer(p); refresh(0); }); // as soon as there is a picture to show
      let shared: string | undefined;
      try {
        if ((shared = await fromFragment(location.hash)) !== undefined) { text = shared; setOpen(""); }
      } catch { p.trouble = "The link is damaged; here is the first lesson instead."; }
      const trouble = p.trouble;
      if (!await p.open(text)) {
        const { problems, trouble, draft } = p;
        await p.open(LESSONS.find((l) => l.name === first)!.text);
        Object.assign(p, { problems, trouble, draft }); // the problems are those of this text
      }
      p.trouble ||= trouble;
      setPlayer(p);
    };
    start().catch((e) => fail(e instanceof Error ? e.message : String(e)));
    addEventListener("hashchange", () => location.reload());
  }, []);

  useEffect(() => {
    if (!player) return;
    const key = (e: KeyboardEvent) => {
      const on = e.target as HTMLElement;
      if (e.ctrlKey || e.metaKey || e.altKey || on.closest("input, textarea, select, [role=tablist]") || (scrolls(on.closest("pre, .scroll")) && /^(Arrow|Home|End| )/.test(e.key)) || (e.key === " " && on.closest("button, summary"))) return;
      const act: Record<string, () => void> = {
        " ": () => player.play(1), b: () => player.play(-1),
        ArrowRight: () => void (e.shiftKey ? player.bit(1) : player.step(player.event + 1)),
        ArrowLeft: () => void (e.shiftKey ? player.bit(-1) : player.step(player.event - 1)),
        ArrowDown: () => player.pan((player.to - player.from) / 10), ArrowUp: () => player.pan((player.from - player.to) / 10),
        "+": () => player.zoom(0.5), "=": () => player.zoom(0.5), "-": () => player.zoom(2), "0": () => player.fit(),
        Home: () => void player.step(-1), End: () => void player.step(player.state.events - 1),
        "?": () => setHelp((h) => !h), Escape: () => setHelp(false),
      };
      const f = act[e.key.length === 1 ? e.key.toLowerCase() : e.key];
      if (f) { e.preventDefault(); f(); }
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [player]);

  if (failed) return <main class="failed"><h1>csmacd lab</h1><p class="trouble" role="alert">The engine did not start: {failed}</p></main>;
  const pick = (value: string) => {
    setOpen(value);
    const [kind, name] = value.split(":"), l = (kind === "lab" ? LABS : LESSONS).find((l) => l.name === name);
    if (l && player) { choose(-1); history.replaceState(null, "", location.href.split("#")[0]); void player.open(l.text); }
  };
  const lab = open.startsWith("lab:") ? LABS.find((l) => "lab:" + l.name === open) : undefined;

  return <>
    <header>
      <h1>csmacd <span>lab</span></h1>
      <label>open <select id="lesson" aria-label="Lessons and labs" value={open} onChange={(e) => pick(e.currentTarget.value)} disabled={!player}>
        {!open && <option value="">a shared scenario</option>}
        <optgroup label="Lessons">{LESSONS.map((l) => <option key={l.name} value={"lesson:" + l.name}>{l.title ?? l.name}</option>)}</optgroup>
        {LABS.length > 0 && <optgroup label="Labs">{LABS.map((l) => <option key={l.name} value={"lab:" + l.name}>{l.title ?? l.name}</option>)}</optgroup>}
      </select></label>
      <span class="spacer" />
      <button type="button" aria-expanded={help} onClick={() => setHelp(!help)} title="Keys (?)">Keys</button>
      <button type="button" id="dark" onClick={() => setDark(!dark)}>{dark ? "Light" : "Dark"}</button>
    </header>
    {help && <Keys />}
    {!player ? <main class="starting"><p role="status">Starting the engine …</p></main> : <main>
      <div class="stage">
        <Problems player={player} show={(line, column) => { setTab("Scenario"); setTimeout(() => jump(line, column)); }} />
        {lab?.question && <div class="question"><b>Lab:</b> {lab.question}
          {!!lab.asks?.length && <details><summary>{lab.asks.length === 1 ? "1 question" : `${lab.asks.length} questions`}; <code>csmacd lab check {lab.name}</code> checks the answers</summary>
            <ol>{lab.asks.map((a) => <li key={a}>{a}</li>)}</ol></details>}</div>}
        <Canvas player={player} dark={dark} chosen={chosen} choose={choose} />
        <Legend dark={dark} />
        <Transport player={player} />
      </div>
      <div class="side">
        <Told player={player} />
        <Counters player={player} chosen={chosen} choose={choose} />
        <section class="panel">
          <div role="tablist" aria-label="More">{tabs.map((t) => <button key={t} type="button" role="tab" id={`tab-${t}`} aria-selected={tab === t} aria-controls="tab" tabIndex={tab === t ? 0 : -1}
            onClick={() => setTab(t)} onKeyDown={(e) => {
              const by = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
              if (!by) return;
              e.preventDefault();
              const next = tabs[(tabs.indexOf(t) + by + tabs.length) % tabs.length];
              setTab(next);
              document.getElementById(`tab-${next}`)?.focus();
            }}>{t}</button>)}</div>
          <div id="tab" role="tabpanel" aria-labelledby={`tab-${tab}`}>
            {tab === "Network" && <Network player={player} chosen={chosen} choose={choose} />}
            {tab === "Scenario" && <Text player={player} />}
            {tab === "Charts" && <Live player={player} dark={dark} />}
            {tab === "Figures" && <Figures player={player} />}
            {tab === "Share" && <Share player={player} />}
          </div>
        </section>
      </div>
    </main>}
  </>;
}

function Keys() {
  const keys: [string, string][] = [["→ ←", "step by one event"], ["Shift → ←", "step by one bit time"], ["Space, B", "play, play backwards"], ["↑ ↓", "move the window"],
    ["+ −", "zoom"], ["0", "show the first window"], ["Home, End", "go to the beginning, the end"], ["?", "show these keys"]];
  return <aside class="keys" aria-label="Keys"><dl>{keys.map(([k, v]) => <div key={k}><dt>{k}</dt><dd>{v}</dd></div>)}</dl>
    <p class="small">Mouse: the wheel zooms; with Shift it moves the window. Drag the picture to move it. Drag a name to move its station. Click an instant to go to it.</p></aside>;
}
