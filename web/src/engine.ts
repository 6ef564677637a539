// The engine runs in a worker, which answers questions in their order.
import { t } from "./words";
import { say, type Sentence } from "./words/said";
import type { About, Charts, Edit, List, Moment, Result, State, View } from "./types";

declare const WORKER: string;

export class Refused extends Error {
  constructor(message: string, readonly problems: Problem[], readonly said?: Sentence) { super(message); }
}

// Said is what Text ends with, if it has a form.
export interface Problem { File: string; Line: number; Column: number; Text: string; Said?: Sentence }

// message returns what an error says, in the reader's language if the page knows it.
export const message = (e: unknown) => e instanceof Refused && e.said ? say(e.said) : e instanceof Error ? e.message : String(e);

// Stopped is the error of questions to a worker that was replaced.
export class Stopped extends Error {}

interface Waiting { since: number; done(v: unknown): void; failed(e: Error): void; settled: Promise<unknown> }

const patience = 1000; // ms that a question may keep a new scenario waiting

export class Engine {
  private waiting = new Map<number, Waiting>();
  private asked = 0;
  private constructor(private worker: Worker, private compressed: ArrayBuffer) {}

  static async start(): Promise<Engine> {
    const worker = spawn();
    const compressed = await (fetched ??= fetchEngine());
    await new Promise<void>((done, failed) => {
      worker.onmessage = ({ data }) => data.ready ? done() : failed(new Error(data.failed));
      worker.onerror = (e) => failed(new Error(e.message));
      worker.postMessage({ engine: compressed }); // a copy: a new worker may need it again
    });
    const engine = new Engine(worker, compressed);
    engine.listen();
    return engine;
  }

  private listen() {
    this.worker.onmessage = ({ data }) => this.answered(data);
    this.worker.onerror = (e) => this.died(new Error(e.message));
  }

  // free waits until the worker can take a new scenario. A worker that takes long over a question
  // cannot be interrupted: free replaces it, and returns true.
  async free(): Promise<boolean> {
    const [oldest] = this.waiting.values();
    if (!oldest) return false;
    await Promise.race([oldest.settled, new Promise((done) => setTimeout(done, oldest.since + patience - performance.now()))]);
    if (![...this.waiting.values()].includes(oldest)) return false;
    this.worker.terminate();
    this.worker = spawn();
    this.listen();
    this.worker.postMessage({ engine: this.compressed }); // questions wait in it until it is ready
    this.died(new Stopped("the engine was started anew"));
    return true;
  }

  private answered(data: { id?: number; answer?: string | Uint8Array; failed?: string }) {
    if (data.id === undefined) { if (data.failed !== undefined) this.died(new Error(data.failed)); return; }
    const w = this.waiting.get(data.id);
    this.waiting.delete(data.id);
    if (!w) return;
    if (data.failed !== undefined) return w.failed(new Error(data.failed));
    if (typeof data.answer !== "string") return w.done(data.answer);
    const v = JSON.parse(data.answer);
    if (v && typeof v === "object" && "error" in v) return w.failed(new Refused(v.error, v.problems ?? [], v.said));
    w.done(v);
  }

  private died(e: Error) {
    for (const w of this.waiting.values()) w.failed(e);
    this.waiting.clear();
  }

  ask<T>(name: string, args: object = {}): Promise<T> {
    const id = ++this.asked;
    return new Promise<T>((done, failed) => {
      let settle!: () => void;
      const settled = new Promise<void>((s) => { settle = s; });
      this.waiting.set(id, { since: performance.now(), settled, done: (v) => { settle(); done(v as T); }, failed: (e) => { settle(); failed(e); } });
      this.worker.postMessage({ id, name, text: JSON.stringify(args) });
    });
  }

  load(name: string, text: string, path?: string[]) { return this.ask<About>("load", { name, text, path }); }
  run(events: number) { return this.ask<State>("run", { events }); }
  runOn(events: number) { return this.ask<{ more: boolean; now: number }>("runOn", { events }); }
  view(from: number, to: number, most: number, rows: number, stations?: number[], flat = false) {
    return this.ask<View>("view", { from: Math.floor(from), to: Math.ceil(to), most, rows, stations, flat });
  }
  event(event: number) { return this.ask<Moment>("event", { event }); }
  at(at: number) { return this.ask<Moment>("at", { at: Math.floor(at) }); }
  charts() { return this.ask<Charts>("charts"); }
  summary() { return this.ask<string>("summary"); }
  result() { return this.ask<Result>("result"); }
  next(after: number, kinds: string[], stations?: number[]) { return this.ask<number>("next", { after, kinds, stations }); }
  list(event: number, count: number, kinds: string[], stations?: number[]) { return this.ask<List>("list", { event, count, kinds, stations }); }
  story() { return this.ask<string>("story"); }
  sentences() { return this.ask<Sentence[]>("sentences"); }
  edit(edit: Edit) { return this.ask<string>("edit", { edit }); }
  file(name: "events" | "pcap" | "json") { return this.ask<Uint8Array>(name); }
}

function spawn() {
  return new Worker(URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" })));
}

// A question to a worker that was replaced needs no report.
addEventListener("unhandledrejection", (e) => { if (e.reason instanceof Stopped) e.preventDefault(); });

let fetched: Promise<ArrayBuffer> | undefined; // once, for all engines

// A page from a folder on disk cannot fetch files; for it a script holds the engine too.
async function fetchEngine(): Promise<ArrayBuffer> {
  if (location.protocol !== "file:") {
    const got = await fetch("engine.wasm.gz");
    if (!got.ok) throw new Error(t("shell.notFetched", { file: "engine.wasm.gz", why: `${got.status} ${got.statusText}` }));
    return got.arrayBuffer();
  }
  const text = await new Promise<string>((done, failed) => {
    const s = document.createElement("script");
    s.src = "engine.js";
    s.onload = () => done((globalThis as unknown as { csmacdEngine: string }).csmacdEngine);
    s.onerror = () => failed(new Error(t("shell.missing", { file: "engine.js" })));
    document.head.append(s);
  });
  const octets = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return octets.buffer;
}
