import { useEffect, useRef } from "preact/hooks";
import type { Look } from "./choices";
import { lessons } from "./lessons";
import { labs } from "./labs/load";
import { scenarios } from "./scenarios";
import type { Mode, Route } from "./route";
import { languages, t, words, type Language } from "./words";

interface Props { route: Route; own: string; look: Look; help: boolean; setHelp(on: boolean): void; open(mode: Mode, name: string): void }

// Header has what is open, and how the page looks. own is the name of a scenario that the project does not have.
export function Header({ route, own, look, help, setHelp, open }: Props) {
  const modes: [Mode, string][] = [["lesson", t("shell.lessons")], ["lab", t("shell.labs")], ["free", t("shell.free")]];
  const items = route.mode === "lab" ? labs : route.mode === "free" ? scenarios : lessons.map((l, i) => ({ name: l.id, title: `${i + 1}. ${words().texts[l.id].title}` }));
  const at = route.mode === "lesson" ? items.findIndex((l) => l.name === route.name) : -1, before = items[at - 1], after = items[at + 1];
  const choose = t(route.mode === "lab" ? "shell.chooseLab" : route.mode === "free" ? "shell.chooseScenario" : "shell.chooseLesson"), none = route.missing === undefined ? own : choose;
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const leave = (e: Event) => { if (menu.current?.open && !menu.current.contains(e.target as Node)) menu.current.open = false; };
    addEventListener("pointerdown", leave);
    return () => removeEventListener("pointerdown", leave);
  }, []);
  return <header>
    <h1>csmacd <span>lab</span></h1>
    <nav aria-label={t("shell.modes")}>{modes.map(([mode, name]) =>
      <a key={mode} id={`mode-${mode}`} href={"#" + mode} aria-current={route.mode === mode && !route.unknown ? "page" : undefined}>{name}</a>)}</nav>
    <select id="open" aria-label={choose} value={none ? "" : route.name} onChange={(e) => open(route.mode, e.currentTarget.value)}>
      {none && <option value="">{none}</option>}
      {items.map((l) => <option key={l.name} value={l.name}>{l.title ?? l.name}</option>)}
    </select>
    {at >= 0 && <span class="pager">
      {before && <a class="button" href={`#lesson=${before.name}`} aria-label={t("lesson.previous")} title={t("lesson.previous")}>←</a>}
      {after && <a class="button" href={`#lesson=${after.name}`} aria-label={t("lesson.next")} title={t("lesson.next")}>→</a>}
    </span>}
    <span class="spacer" />
    <details class="settings" ref={menu} onKeyDown={(e) => { if (e.key === "Escape" && menu.current?.open) { e.stopPropagation(); menu.current.open = false; menu.current.querySelector("summary")?.focus(); } }}><summary id="settings" aria-label={t("shell.settings")} title={t("shell.settings")}>☰</summary><div>
      <label>{t("shell.language")} <select id="lang" aria-label={t("shell.language")} value={look.lang} onChange={(e) => look.choose({ lang: e.currentTarget.value as Language })}>
        {Object.entries(languages).map(([l, name]) => <option key={l} value={l} lang={l}>{name}</option>)}
      </select></label>
      <button type="button" id="dark" onClick={() => look.choose({ theme: look.dark ? "light" : "dark" })}>{look.dark ? t("shell.light") : t("shell.dark")}</button>
      <button type="button" id="projector" aria-pressed={look.projector} onClick={() => look.choose({ projector: !look.projector })}>{t("shell.projector")}</button>
      <button type="button" id="keys" aria-expanded={help} onClick={() => setHelp(!help)} title={t("shell.keysTitle")}>{t("shell.keys")}</button>
    </div></details>
  </header>;
}
