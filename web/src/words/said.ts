// What the engine says is in English, and comes in parts: a form, by which the catalogue of a language has its text, and values.
import { spoken, type Language } from ".";
import { ends as deEnds } from "./de/ends";
import { said as de } from "./de/said";

export interface Sentence { text: string; form?: string; with?: string[] }

const catalogues: Partial<Record<Language, Record<string, string>>> = { de: { ...de, ...deEnds } };
const ends: Partial<Record<Language, string[]>> = { de: Object.keys(deEnds).sort((a, b) => b.length - a.length) }; // the most exact first

// translation returns what the engine says in the reader's language, or undefined if the catalogue has no text for it.
export function translation(s: Sentence): string | undefined {
  const texts = catalogues[spoken()], form = texts?.[s.form ?? ""];
  return form?.replace(/\{(\d)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, n: string, one?: string, many?: string) => {
    const v = s.with?.[Number(n) - 1] ?? "";
    return one !== undefined ? v === "1" ? one : many! : texts![v] ?? number(v);
  });
}

// whole returns what ended a run in the reader's language: it comes without its form, which is the first that fits. It returns
// undefined if none does, or if the reason within it has none.
export function whole(text: string): string | undefined {
  for (const form of ends[spoken()] ?? []) {
    const verbs = [...form.matchAll(/%[a-z]/g)].map((m) => m[0]);
    const m = new RegExp("^" + form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/%q/g, '"(.+?)"').replace(/%[a-z]/g, "(.+?)") + "$").exec(text);
    const values = m?.slice(1).map((v, i) => verbs[i] === "%w" ? whole(v) : v);
    if (values?.every((v) => v !== undefined)) return translation({ text, form, with: values });
  }
}

// say returns what the engine says, in the reader's language if the catalogue has a text for it.
export const say = (s: Sentence) => translation(s) ?? s.text;

// sayNote is say for a short text in which only whole numbers differ.
export const sayNote = (text: string) => say({ text, form: text.replace(/\d+/g, "%d"), with: text.match(/\d+/g) ?? [] });

// number writes a number, alone or with a unit, with the comma and the points of German: 1,234.5us is 1.234,5 µs.
function number(v: string): string {
  const m = /^(-?\d{1,3}(?:,\d{3})*|-?\d+)(?:\.(\d+))? ?(bt|ns|us|ms|s|%|[kMG]?b\/s)?$/.exec(v);
  if (!m) return v;
  return m[1].replaceAll(",", ".") + (m[2] ? "," + m[2] : "") + (m[3] ? " " + m[3].replace("us", "µs") : "");
}
