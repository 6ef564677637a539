// The labs: those of csmacd, and those of the folder that csmacd lab --dir names. csmacd writes them into labs.js, with
// their expressions compiled.
import { spoken, t } from "../words";

export interface Lab { id: string; name: string; title: string; question: string; scenario: string; in?: Record<string, { title?: string; question?: string }> }

export const labs: Lab[] = [];
export const lab = (name: string) => labs.find((l) => l.name === name);

// load fetches the labs, by a script: a page from a folder on disk can load nothing else.
export async function load(): Promise<void> {
  if (labs.length) return;
  await new Promise<void>((done, failed) => {
    const s = document.createElement("script");
    s.src = "labs.js";
    s.onload = () => done();
    s.onerror = () => failed(new Error(t("shell.missing", { file: "labs.js" })));
    document.head.append(s);
  });
  labs.push(...(globalThis as unknown as { csmacdLabs: Lab[] }).csmacdLabs.map((l) => ({
    ...l, name: l.id,
    get title() { return l.in?.[spoken()]?.title ?? l.title; },
    get question() { return l.in?.[spoken()]?.question ?? l.question; },
  })));
}
