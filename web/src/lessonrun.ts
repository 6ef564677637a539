// A lesson under way: what is done, what is asked, what was answered.
import { read, write } from "./kept";
import type { Act, Asked, Lesson, Seen } from "./lessons";
import type { Player } from "./player";
import type { Moment, Result } from "./types";

// Card is a question at which time stands still until it is answered.
export interface Card { kind: Asked; own: boolean; station: string; right: number; choices: number[] }

// Progress is kept between visits.
export interface Progress { done: Record<string, boolean>; asked: number; right: number; known: Partial<Record<Asked, number>> }

export const progress = (): Progress => ({ done: {}, asked: 0, right: 0, known: {}, ...read<Partial<Progress>>("csmacd.progress", {}) });

const kinds: Asked[] = ["collision", "backoff", "defer", "dropped"];
const mastered = 3; // right answers after which a general question is not asked again

export class LessonRun {
  done: boolean[];
  predicted = -1; // the reader's prediction; -1: none yet
  shown = false; // whether the run has shown the answer
  resting = false; // time stands still for the answer
  card?: Card;
  answered = -1;
  variant = 0;
  progress = progress();
  results: (Result | undefined)[];
  private acts = new Set<Act>();
  private asked = new Set<Asked>();
  private halts = new Map<Asked, { at: number; end: number; moment: Moment }>(); // from at to end it can be asked
  private sought = new Map<Asked, number>(); // events that were looked through
  private seen = ""; // what the halts are of
  private found = ""; // what they have been found of
  private until = 0; // the instant up to which all events have been looked through
  private places?: string;
  private picked = 0;

  constructor(readonly lesson: Lesson, readonly player: Player, private changed: () => void) {
    this.done = lesson.steps.map(() => false);
    this.results = (lesson.variants ?? [0]).map(() => undefined);
    player.pace = lesson.pace;
  }

  texts() { return (this.lesson.variants ?? [(t: string) => t]).map((v) => v(this.lesson.text)); }

  // look follows the player: it is called whenever something has changed.
  look() {
    const p = this.player;
    if (!p.text || p.loading) return; // not open yet
    const places = p.about.stations.map((s) => s.place).join();
    if (p.text === this.lesson.text) this.places = places;
    const variant = this.texts().indexOf(p.text);
    if (variant >= 0) this.variant = variant;
    if (variant >= 0 && p.complete && p.result) this.results[variant] = p.result;
    this.picked = Math.max(this.picked, p.about.stations.reduce((n, s) => n + (s.hand ? s.slots?.length ?? 0 : 0), 0));
    const seen = this.see(places), before = this.done.join() + this.shown;
    this.lesson.steps.forEach((step, i) => { if (!this.done[i] && step(seen)) this.done[i] = true; });
    if (!this.shown && (this.predicted >= 0 || this.began) && p.moment.counts.length && this.lesson.shown(seen)) this.show();
    if (this.done.every(Boolean) && !this.progress.done[this.lesson.id]) this.keep((p) => { p.done[this.lesson.id] = true; });
    const key = `${p.started} ${p.state.events} ${p.state.more} ${this.asked.size}`;
    if (key !== this.seen && !p.loading) { this.seen = key; void this.seek(key); }
    if (!this.card && p.now >= p.limit && !p.speed && key === this.seen) { this.ask(); if (!this.card && this.found === key) this.limit(); }
    if (before !== this.done.join() + this.shown) this.changed();
  }

  private see(places: string): Seen {
    const p = this.player, counts = p.moment.counts;
    return {
      now: p.now / p.about.bit, counts, sum: (key) => counts.reduce((n, c) => n + c[key], 0),
      places: p.about.stations.map((s) => s.place / p.about.bit), moved: this.places !== undefined && places !== this.places,
      picked: this.picked, variant: this.variant, results: this.results, did: (act) => this.acts.has(act),
    };
  }

  private show() {
    this.shown = true;
    if (this.player.speed) { this.player.speed = 0; this.resting = true; } // time to read it
    if (this.predicted >= 0) this.score(this.predicted === this.lesson.right);
  }

  private keep(change: (p: Progress) => void) {
    change(this.progress);
    write("csmacd.progress", this.progress);
  }

  private score(right: boolean) { this.keep((p) => { p.asked++; if (right) p.right++; }); }

  // began reports whether the reader has set time going.
  get began() { return this.acts.has("play") || this.acts.has("step"); }

  act(act: Act) {
    this.acts.add(act);
    this.look();
    this.changed();
  }

  predict(choice: number) {
    if (this.shown) return;
    this.predicted = choice;
    this.act("predict");
  }

  // seek finds where to halt: before the first event of each kind that is asked about.
  private async seek(key: string) {
    const p = this.player, turn = p.started, bit = p.about.bit;
    if (p.text !== this.of) { this.of = p.text; this.halts.clear(); this.sought.clear(); this.until = 0; p.limit = Math.min(p.limit, p.now); p.unsure = true; }
    const until = p.state.more ? p.state.until : Infinity; // more events may come while it looks
    for (const kind of kinds) {
      if (this.asked.has(kind) || this.lesson.silent?.includes(kind) || this.halts.has(kind) || (this.progress.known[kind] ?? 0) >= mastered && !this.lesson.asks?.[kind]) continue;
      const events = p.state.events, k = await this.first(kind, this.sought.get(kind) ?? 0);
      if (turn !== p.started) return;
      if (k < 0) { this.sought.set(kind, events); continue; }
      const moment = await p.tell(k), own = this.lesson.asks?.[kind];
      if (turn !== p.started) return;
      const at = own ? own.at * bit : Math.max(0, moment.at - bit);
      this.halts.set(kind, { at, end: Math.max(moment.at, at + (own ? bit : 0)), moment });
    }
    if (key !== this.seen) return;
    this.found = key;
    this.until = until;
    this.limit();
    this.look();
  }
  private of = "";

  // first returns the first event of a kind from an event on, or -1; of deferences, of a frame that has not collided.
  private async first(kind: Asked, from: number): Promise<number> {
    const p = this.player;
    for (let k = from - 1; ;) {
      k = await p.next(k, [kind]);
      if (k < 0 || kind !== "defer") return k;
      const { items } = await p.list(k, 1, [kind]);
      if (items[0]?.attempt === 1) return k;
    }
  }

  // past is the instant up to which events have been seen: before the first step, not even those at 0.
  private get past() { return this.player.event < 0 ? -1 : this.player.now; }

  // limit sets where time halts next. What is past is not asked any more.
  private limit() {
    const p = this.player;
    const at = kinds.filter((k) => !this.asked.has(k)).map((k) => this.halts.get(k)).filter((h) => h && h.end > this.past).map((h) => Math.max(h!.at, p.now));
    const next = Math.min(Infinity, ...at);
    p.unsure = this.until < next; // there may be something to ask about before: time waits until it is known
    p.limit = this.card && this.answered < 0 ? Math.min(p.now, next) : Math.min(Math.max(this.until, p.now), next);
  }

  private ask() {
    const p = this.player;
    for (const kind of kinds) {
      const h = this.halts.get(kind);
      if (this.asked.has(kind) || !h || h.at > p.now || h.end <= this.past) continue;
      if (p.event < 0 && !this.began) return;
      const own = this.lesson.asks?.[kind], order = [0, 1, 2], turn = (this.lesson.id.length + kinds.indexOf(kind)) % 3;
      const choices = own ? order : order.map((_, i) => (i + turn) % 3);
      this.card = { kind, own: !!own, station: p.about.stations[h.moment.station]?.name ?? "", right: own ? own.right : choices.indexOf(0), choices };
      this.answered = -1;
      this.changed();
      return;
    }
  }

  answer(choice: number) {
    const c = this.card;
    if (!c || this.answered >= 0) return;
    this.answered = choice;
    const right = choice === c.right;
    this.score(right);
    if (right && !c.own) this.keep((p) => { p.known[c.kind] = (p.known[c.kind] ?? 0) + 1; });
    this.changed();
  }

  // goOn leaves the question, and plays on.
  goOn() {
    this.acts.add("play");
    this.resting = false;
    if (this.card) this.asked.add(this.card.kind);
    this.card = undefined;
    this.limit();
    this.player.play(1);
    this.look();
  }

  play() {
    this.acts.add("play");
    this.look();
    if (this.card || this.resting) return this.changed(); // it has come since the button was drawn, and is not to be missed
    this.player.play(1);
  }

  step(by: number) {
    this.acts.add("step");
    if (by < 0) { this.card = undefined; }
    void this.player.step(this.player.event + by).then(() => this.look());
  }

  async restart() {
    this.card = undefined;
    this.acts.add("restart");
    const p = this.player;
    p.from = 0;
    p.to = this.lesson.window * p.about.bit;
    await p.step(-1);
    this.limit();
    this.changed();
  }

  choose(variant: number) { return this.open(this.texts()[variant]); }

  // along shows the path to another station of a network.
  along(to: string) {
    const [from, was] = this.player.about.network!.path;
    if (to !== from && to !== was) void this.open(this.player.text, [from, to]);
  }

  private async open(text: string, path?: string[]) {
    this.card = undefined;
    await this.player.open(text, { at: -1, from: 0, to: this.lesson.window * this.player.about.bit, path });
  }
}
