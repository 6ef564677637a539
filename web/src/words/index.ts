// The page's texts, in the reader's language.
import * as de from "./de";
import * as en from "./en";

export type Language = "en" | "de";
export const languages: Record<Language, string> = { en: "English", de: "Deutsch" };

type Catalogue = typeof en.all;
export type Key = keyof Catalogue;
const catalogues: Record<Language, Catalogue> = { en: en.all, de: de.all };

let language: Language = "en";

export function speak(l: Language) {
  language = l;
  document.documentElement.lang = l;
}

export const spoken = () => language;

// locale is what toLocaleString takes.
export const locale = () => language;

// known returns a language that the page has, else undefined.
export const known = (name: string | null | undefined): Language | undefined => {
  const short = name?.slice(0, 2).toLowerCase();
  return short && short in languages ? short as Language : undefined;
};

export type Args = Record<string, string | number>;

// words returns the catalogue that is spoken, with the texts of the lessons.
export const words = () => language === "de" ? de : en;

// t returns a text: {name} stands for an argument, {n|slot|slots} for the form that the number n needs, {n} for the number.
export function t(key: Key, args: Args = {}): string {
  return catalogues[language][key].replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (all, name: string, one?: string, many?: string) => {
    const v = args[name];
    if (v === undefined) return all;
    if (one !== undefined) return v === 1 ? one : many!;
    return typeof v === "number" ? v.toLocaleString(language, { maximumFractionDigits: 3 }) : v;
  });
}
