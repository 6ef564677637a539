import { useEffect, useMemo, useState } from "preact/hooks";
import { read, write } from "./kept";
import { known, speak, type Language } from "./words";

// Choices are what a reader has chosen for all lessons: language, colours, size.
export interface Choices { lang?: Language; theme?: "light" | "dark"; projector?: boolean }

export interface Look { lang: Language; dark: boolean; projector: boolean; embedded: boolean; choose(c: Choices): void }

// useLook follows the address (?lang=, ?theme=, ?projector=1, ?embed=1), then what was chosen before, then the system.
export function useLook(): Look {
  const asked = useMemo(() => new URLSearchParams(location.search), []);
  const system = useMemo(() => matchMedia("(prefers-color-scheme: dark)"), []);
  const [systemDark, follow] = useState(system.matches);
  const [choices, set] = useState<Choices>(() => {
    const kept = read<Choices>("csmacd.choices", {}), theme = asked.get("theme");
    return { lang: known(asked.get("lang")) ?? known(kept.lang), theme: theme === "dark" || theme === "light" ? theme : kept.theme,
      projector: asked.has("projector") ? asked.get("projector") !== "0" : kept.projector };
  });
  useEffect(() => {
    const changed = () => follow(system.matches);
    system.addEventListener("change", changed);
    return () => system.removeEventListener("change", changed);
  }, []);
  const lang = choices.lang ?? navigator.languages?.map(known).find(Boolean) ?? "en";
  const dark = choices.theme ? choices.theme === "dark" : systemDark, projector = !!choices.projector, embedded = asked.get("embed") === "1";
  speak(lang); // before anything is drawn
  const root = document.documentElement.dataset;
  root.theme = dark ? "dark" : "light";
  root.projector = String(projector);
  root.embedded = String(embedded);
  return { lang, dark, projector, embedded, choose: (c) => set((was) => { const is = { ...was, ...c }; write("csmacd.choices", is); return is; }) };
}
