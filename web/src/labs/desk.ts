// The desk is an engine of its own for a lab: it runs what an answer needs while the picture's engine stays free.
import { Engine } from "../engine";
import { spoken } from "../words";
import type { Sentence } from "../words/said";
import type { Lab } from "./load";

export interface Place { runs: string[]; station?: string; kind?: string; n?: number }
export interface Question { ask: string; form?: string; unit?: string; hint: string; look: Place; leeway?: boolean; in: Record<string, { ask?: string; form?: string; hint?: string }> }
export interface Run { name: string; set: string[]; text: string }
export interface Sheet { id: string; title: string; question: string; source?: string; text: string; runs: Run[]; questions: Question[]; trouble?: string; troubleSaid?: Sentence; recorded?: string; in: Record<string, { title?: string; question?: string; text?: string }> }
export interface Verdict { right: boolean; reply: string; note?: "unit" | "share"; exact?: string; in?: Record<string, string> }
export interface Row { name: string; values: number[] }
export interface Counted { stations: string[]; more?: number; rows: Row[]; flows?: string[]; flowRows?: Row[] }
export interface Answer { question: number; answer: string; right: boolean; tries: number; hints: number }

// translated returns a sheet in the reader's language, where the lab has its texts in that.
export function translated(s: Sheet): Sheet {
  const w = s.in[spoken()] ?? {};
  return { ...s, ...w, questions: s.questions.map((q) => ({ ...q, ...q.in[spoken()] })) };
}

let starting: Promise<Engine> | undefined;

export class Desk {
  private constructor(private engine: Engine, readonly sheet: Sheet) {}

  static async open(lab: Lab): Promise<Desk> {
    const engine = await (starting ??= Engine.start());
    await engine.free(); // of what an answer to another lab needs
    return new Desk(engine, await engine.ask<Sheet>("lab", { lab }));
  }

  // prepare runs what a question needs, piece by piece, and says how far it is. It stops, and returns false, if told says so.
  async prepare(question: number, told: (done: number, of: number) => boolean): Promise<boolean> {
    for (;;) {
      const { done, of } = await this.engine.ask<{ done: number; of: number }>("prepare", { question });
      if (done >= of) return true;
      if (!told(done, of)) return false;
    }
  }
  check(question: number, answer: string) { return this.engine.ask<Verdict>("check", { question, answer }); }
  counters(run: string) { return this.engine.ask<Counted>("counters", { run }); }
  vary(text: string, set: string[]) { return this.engine.ask<string>("vary", { text, set }); }
  figures(run: string) { return this.engine.ask<string>("figures", { run }); }
  handIn(name: string, answers: Answer[]) { return this.engine.ask<Uint8Array>("handIn", { name, answers }); }
}
