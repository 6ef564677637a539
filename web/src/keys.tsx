import { useEffect } from "preact/hooks";
import type { Player } from "./player";
import { t, type Key } from "./words";

// scrolls reports whether an element scrolls, and so needs the keys that move it.
const scrolls = (e: Element | null) => !!e && (e.scrollHeight > e.clientHeight || e.scrollWidth > e.clientWidth);

// useKeys has the keys that work wherever the focus is, except where a control needs them itself.
export function useKeys(player: Player | undefined, help: (change: (shown: boolean) => boolean) => void) {
  useEffect(() => {
    if (!player) return;
    const key = (e: KeyboardEvent) => {
      const on = e.target as HTMLElement;
      if (e.ctrlKey || e.metaKey || e.altKey || on.closest("input, textarea, select, [role=tablist]") || (scrolls(on.closest("pre, .scroll")) && /^(Arrow|Home|End| )/.test(e.key)) || (e.key === " " && on.closest("button, summary, a"))) return;
      const act: Record<string, () => void> = {
        " ": () => player.play(1), b: () => player.play(-1),
        ArrowRight: () => void (e.shiftKey ? player.bit(1) : player.step(player.event + 1)),
        ArrowLeft: () => void (e.shiftKey ? player.bit(-1) : player.step(player.event - 1)),
        ArrowDown: () => player.pan((player.to - player.from) / 10), ArrowUp: () => player.pan((player.from - player.to) / 10),
        "+": () => player.zoom(0.5), "=": () => player.zoom(0.5), "-": () => player.zoom(2), "0": () => player.fit(),
        Home: () => void player.step(-1), End: () => void player.step(player.state.events - 1),
        "?": () => help((h) => !h), Escape: () => help(() => false),
      };
      const f = act[e.key.length === 1 ? e.key.toLowerCase() : e.key];
      if (f) { e.preventDefault(); f(); }
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [player]);
}

// Keys lists them. The last three are those of the picture, when it has the focus.
export function Keys() {
  const keys: [string, Key][] = [["→ ←", "key.event"], [`${t("key.shift")} → ←`, "key.bit"], [`${t("key.space")}, B`, "key.play"], ["↑ ↓", "key.pan"], ["+ −", "key.zoom"], ["0", "key.first"],
    [`${t("key.home")}, ${t("key.end")}`, "key.ends"], ["1 2 3", "key.answer"], ["?", "key.keys"], [", .", "key.things"], [t("key.enter"), "key.explain"], [t("key.page"), "key.scroll"]];
  return <aside class="keys" aria-label={t("shell.keys")}><dl>{keys.map(([k, v]) => <div key={v}><dt>{k}</dt><dd>{t(v)}</dd></div>)}</dl>
    <p class="small">{t("key.mouse")}</p></aside>;
}
