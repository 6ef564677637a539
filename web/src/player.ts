// The open scenario, the instant on display and the window around it. A player asks the engine
// for what the page needs, one question of each kind at a time.
import { Engine, Refused, Stopped, type Problem, message } from "./engine";
import type { About, Charts, Edit, Moment, Result, State, View } from "./types";
import { byClock } from "./units";
import { t } from "./words";
import type { Sentence } from "./words/said";

const most = 600; // transmissions drawn one by one
const nothing: Moment = { event: -1, at: 0, kind: "", station: -1, sentence: { text: "" }, same: [], earlier: [], items: [], before: [], counts: [], collisions: 0 };
const piece = 20_000; // events run between two looks at the page

// Opening says how a scenario is opened. With keep, the window, the instant and the path of a network stay.
// What is added to the history can be undone.
export interface Opening { keep?: boolean; history?: "add" | "clear" | "leave"; path?: string[]; at?: number; from?: number; to?: number }

export class Player {
  about!: About;
  text = ""; // of the picture
  draft = ""; // the text in the Scenario tab, with or without errors
  hint = ""; // why an edit on the page was refused
  state: State = { more: true, until: 0, events: 0, full: false, collision: -1 };
  moment = nothing;
  charts: Charts = { at: [], utilisation: [], detections: [], delay: [], done: [], failed: [] };
  summary = "";
  story = ""; // of the whole run, in English
  sentences: Sentence[] = []; // of the story
  result?: Result; // of the whole run
  complete = false;
  view?: View;
  from = 0;
  to = 1;
  now = 0;
  speed = 0; // picoseconds of the run per second; negative: backwards
  problems: Problem[] = [];
  trouble = "";
  limit = Infinity; // an instant beyond which time does not go: a lesson asks there what comes next
  unsure = false; // the limit is not known yet
  future = true; // whether what comes after now is drawn
  lanes?: number[]; // the stations of whose lanes the picture has need; none: all
  flat = false; // it shows no places, and has no need of overlaps
  hidden: ReadonlySet<string> = new Set(); // names of stations whose signals are not drawn
  held = false; // the picture shows a change that a hand makes, and not the run
  stretch?: (at: number, by: number) => number; // the instant after a length of shown time: idle time that is folded passes quickly
  started = 0; // number of scenarios read; the last one counts
  loading = false;
  stale = false; // the picture is still that of the scenario before
  private loads = 0; // number asked for, refused ones included
  event = -1; // the last that has happened, or that a step leads to
  private moves = 0; // number of moves in time
  private asking = false;
  private told = false;
  private toldAt = 0;

  constructor(private engine: Engine, private changed: () => void) {}

  // open reads a scenario.
  async open(text: string, { keep = false, history = keep ? "add" : "clear", path, ...show }: Opening = {}): Promise<boolean> {
    const load = ++this.loads, moves = this.moves;
    if (!keep) this.draft = text;
    this.loading = true;
    this.stale ||= !keep && !path;
    this.changed();
    let about: About, anew = false;
    try {
      anew = await this.engine.free();
      about = await this.engine.load("scenario.yaml", text, path ?? (keep ? this.about?.network?.path : undefined));
    } catch (e) {
      if (load !== this.loads) return false;
      this.loading = this.stale = false;
      this.hint = "";
      this.problems = e instanceof Refused ? e.problems : [];
      this.trouble = message(e);
      this.changed();
      if (anew && this.text) void this.open(this.text, { keep: true }); // the new engine needs the scenario of the picture
      return false;
    }
    if (load === this.loads) this.loading = false;
    const turn = ++this.started; // only now, so that a refused text does not disturb the run under way
    if (about.crowd?.kind !== this.about?.crowd?.kind) this.moment = nothing; // there are no words for its events on another medium
    else if (about.stations.length !== this.about?.stations.length) this.moment = { ...this.moment, counts: [] };
    if (history === "clear") this.past = this.ahead = [];
    else if (history === "add" && this.text && text !== this.text) { this.past = [...this.past, this.text]; this.ahead = []; }
    this.about = about;
    byClock(!!about.crowd);
    if (keep && this.draft === this.text) this.draft = text;
    this.text = text;
    if (this.draft === text) this.settle(); // problems are those of the draft
    this.speed = 0;
    this.summary = this.story = "";
    this.result = undefined;
    this.complete = false;
    try {
      await this.run(turn, keep, moves, show);
    } catch (e) {
      if (!(e instanceof Stopped)) throw e; // another scenario has replaced it
    }
    return true;
  }

  private async run(turn: number, keep: boolean, moves: number, show: Opening) {
    let first = true;
    for (let events = 400, look = 0; ;) {
      const state = await this.engine.run(events);
      if (turn !== this.started) return;
      this.state = state;
      if (first && (state.first || !state.more)) {
        first = false;
        if (!keep) await this.choose(state, show);
        else if (moves === this.moves) await this.goTo(Math.min(this.now, state.until), true);
        else await this.step(this.event); // a step was asked for meanwhile
        if (turn !== this.started) return;
        this.view = undefined;
        await this.look(true);
        if (turn !== this.started) return;
        this.stale = false;
      }
      if (look++ % 8 === 0 || !state.more) this.charts = await this.engine.charts();
      if (turn !== this.started) return;
      this.changed();
      if (!state.more) break;
      events = piece;
    }
    void this.finish(turn);
  }

  private async choose(state: State, show: Opening) {
    const bit = this.about.bit;
    this.from = state.first?.from ?? 0;
    this.to = Math.max(state.first?.to ?? state.until, this.from + 64 * bit);
    this.now = this.from;
    if (show.from !== undefined && show.to !== undefined) { this.from = show.from; this.to = show.to; }
    if (show.at !== undefined && show.at < 0) return await this.step(-1);
    if (show.at !== undefined) {
      await this.goTo(show.at, true);
      if (show.from === undefined) this.show();
      return;
    }
    if (state.collision >= 0) {
      await this.step(state.collision);
      if (this.now > this.to || this.now < this.from) { this.from = Math.max(0, this.now - 600 * bit); this.to = this.now + 1200 * bit; }
    } else await this.goTo(this.now, true);
  }

  // finish runs the scenario again without a picture, for the figures of the whole run.
  private async finish(turn: number) {
    for (let events = 1000; ;) {
      const began = performance.now();
      const { more } = await this.engine.runOn(events);
      if (turn !== this.started) return;
      if (!more) break;
      if (performance.now() - began < 60) events = Math.min(events * 2, 1 << 22);
    }
    const [summary, story, sentences, result] = await Promise.all([this.engine.summary(), this.engine.story(), this.engine.sentences(), this.engine.result()]);
    if (turn !== this.started) return;
    Object.assign(this, { summary, story, sentences, result });
    this.complete = true;
    this.changed();
  }

  // edit makes a change of the page in the text, unless the reader would lose what is typed.
  async edit(edit: Edit): Promise<boolean> {
    if (this.draft !== this.text) {
      this.hint = this.problems.length || this.trouble && this.trouble !== this.hint ? t("text.correctFirst") : t("text.runFirst");
      this.trouble ||= this.hint;
      this.changed();
      void this.look(true); // moves back what was dragged
      return false;
    }
    try {
      return await this.open(await this.engine.edit(edit), { keep: true });
    } catch (e) {
      if (e instanceof Stopped) return false;
      this.trouble = message(e);
      this.changed();
      return false;
    }
  }

  // along shows the path between two stations of a network.
  along(a: string, b: string) { return this.open(this.text, { path: [a, b], history: "leave" }); }

  write(draft: string) {
    this.draft = draft;
    this.changed();
  }

  past: string[] = []; // texts before the changes of the reader, and after those that were undone
  ahead: string[] = [];

  // back undoes the last change of the scenario, forward makes it again, and reset undoes all.
  back() { return this.wander([...this.past, this.text, ...this.ahead], this.past.length - 1); }
  forward() { return this.wander([...this.past, this.text, ...this.ahead], this.past.length + 1); }
  reset() { return this.wander([...this.past, this.text, ...this.ahead], 0); }

  private async wander(texts: string[], to: number) {
    if (to < 0 || to >= texts.length) return;
    this.past = texts.slice(0, to);
    this.ahead = texts.slice(to + 1);
    this.settle();
    this.draft = this.text; // what was typed and not run is given up
    await this.open(texts[to], { keep: true, history: "leave" });
  }

  // undo makes the text of the picture the draft again.
  undo() {
    this.settle();
    this.write(this.text);
  }

  private settle() {
    this.problems = [];
    this.trouble = this.hint = "";
  }

  // look asks for the window and its surroundings, unless the view at hand holds them.
  async look(force = false) {
    const v = this.view, long = this.to - this.from, lanes = this.lanes, flat = this.flat;
    if (this.held) return;
    const will = v && v.from <= Math.max(0, this.from) && v.to >= Math.min(this.to, this.state.until + 1) && v.to - v.from < 8 * long
      && (!v.rows || v.to - v.from < 4.2 * long) && v.until >= Math.min(this.to, this.state.until)
      && (flat || !v.flat) && (lanes ?? []).every((i) => v.lanes.some((l) => l.station === i))
      && !(v.crowd && v.rows && lanes && v.lanes.length > lanes.length); // the attempts of fewer clients may be told apart
    if ((will && !force) || this.asking) return;
    this.asking = true;
    const turn = this.started;
    try {
      const from = Math.max(0, this.from - long), to = this.to + long;
      const got = await this.engine.view(from, to, most, 600, lanes, flat);
      if (turn === this.started && !this.held) this.view = { ...got, flat };
    } catch (e) {
      if (!(e instanceof Stopped)) this.trouble = String(e);
    } finally {
      this.asking = false;
    }
    this.changed();
  }

  async goTo(at: number, force = false) {
    this.now = Math.max(0, Math.min(at, this.limit, Math.max(this.state.until, 0)));
    if (this.told && !force) return;
    this.told = true;
    const turn = this.started, move = ++this.moves, asked = this.now;
    try {
      const m = await this.engine.at(asked);
      if (turn === this.started && move === this.moves) {
        this.moment = m;
        this.event = m.event;
      }
    } finally { this.told = false; }
    this.changed();
    if (turn === this.started && move === this.moves && asked !== this.now && !this.speed) await this.goTo(this.now); // time has moved on meanwhile
  }

  // step goes to an event.
  async step(event: number) {
    this.speed = 0;
    const k = Math.max(-1, Math.min(event, this.state.events - 1));
    this.event = k; // at once, so that a reader can step faster than the engine answers
    const turn = this.started, move = ++this.moves, m = await this.engine.event(k);
    if (turn !== this.started || move !== this.moves) return;
    if (m.at > this.limit) { await this.goTo(this.limit, true); this.show(); return this.changed(); }
    this.moment = m;
    this.now = k < 0 ? 0 : this.moment.at;
    this.show();
    this.changed();
  }

  // show moves the window so that the instant is in it.
  show() {
    const long = this.to - this.from;
    if (this.now < this.from + 0.04 * long) this.from = Math.max(0, this.now - 0.3 * long);
    else if (this.now > this.to - 0.08 * long) this.from = this.now - 0.7 * long;
    this.to = this.from + long;
  }

  zoom(by: number, around = this.now) {
    const long = Math.min(Math.max((this.to - this.from) * by, this.about.bit), this.longest);
    const share = (around - this.from) / (this.to - this.from);
    this.from = Math.max(0, around - share * long);
    this.to = this.from + long;
    this.changed();
  }

  // place sets the window.
  place(from: number, to: number) {
    const long = Math.min(Math.max(to - from, this.about.bit), this.longest);
    this.from = Math.max(0, Math.min(from, Math.max(this.state.until - long * 0.1, 0)));
    this.to = this.from + long;
    this.changed();
  }

  // longest is the longest window.
  private get longest() { return this.about.crowd ? Math.max(4e12, 1.2 * this.state.until) : 4e12; }

  window(long: number) {
    this.from = Math.max(0, this.now - long * 0.4);
    this.to = this.from + long;
    this.changed();
  }

  pan(by: number) {
    const long = this.to - this.from;
    this.from = Math.max(0, Math.min(this.from + by, Math.max(this.state.until - long * 0.1, 0)));
    this.to = this.from + long;
    this.changed();
  }

  // tick advances play.
  tick(seconds: number) {
    if (!this.speed) return;
    const by = this.speed * seconds, at = this.stretch ? this.stretch(this.now, by) : this.now + by, end = Math.min(this.state.until, this.limit);
    // Where more of the run is still being computed, or the limit is, time waits for it.
    if (at <= 0 || at >= end && !this.unsure && (end >= this.limit || !this.state.more)) this.speed = 0;
    this.now = Math.max(0, Math.min(at, end));
    this.show();
    // The picture moves with every frame of the screen; words and figures follow ten times a second.
    if (this.speed && performance.now() - this.toldAt < 100) return;
    this.toldAt = performance.now();
    void this.goTo(this.now);
  }

  pace = 300; // bit times a second
  setPace(bits: number) {
    this.pace = bits;
    if (this.speed) this.speed = Math.sign(this.speed) * bits * this.about.bit;
    this.changed();
  }

  play(direction: number) {
    if (this.speed * direction > 0) this.speed = 0;
    else {
      if (direction > 0 && this.now >= this.state.until) this.now = 0;
      this.speed = direction * this.pace * this.about.bit;
    }
    this.changed();
  }

  // bit steps by one bit time, to a whole one.
  async bit(by: number) {
    this.speed = 0;
    const b = this.about.bit, at = by > 0 ? Math.floor(this.now / b) + by : Math.ceil(this.now / b) + by;
    await this.goTo(at * b, true);
    this.show();
    this.changed();
  }

  fit() {
    if (this.state.first) { this.from = this.state.first.from; this.to = this.state.first.to; }
    this.changed();
  }

  // pick chooses the next backoff of a station.
  async pick(station: number, slots: number) {
    const all = [...this.about.stations[station].slots ?? [], slots];
    const at = this.state.failed?.wanted?.at ?? 0;
    if (await this.edit({ what: "hand", station, slots: all })) await this.step(await this.engine.ask<number>("drawn", { of: station, at }));
  }

  // hide leaves a station's signals out of the picture, or draws them again; without a name it draws all.
  hide(name?: string) {
    const all = new Set(name === undefined ? [] : this.hidden);
    if (name !== undefined && !all.delete(name)) all.add(name);
    this.hidden = all;
    this.changed();
  }

  ask<T>(name: string, args: object) { return this.engine.ask<T>(name, args); }

  // clear forgets what is shown, before a scenario that has nothing to do with it is opened.
  clear() {
    this.speed = 0;
    this.now = 0;
    this.event = -1;
    this.text = "";
    this.complete = false;
    this.result = undefined;
    this.moment = nothing;
    this.moves++;
    this.started++;
  }

  // next returns the number of the first event of some kinds after an event, or -1.
  next(after: number, kinds: string[]) { return this.engine.next(after, kinds); }

  // list returns events of some kinds from an event on.
  list(event: number, count: number, kinds: string[]) { return this.engine.list(event, count, kinds); }

  // tell returns an event.
  tell(event: number) { return this.engine.event(event); }

  file(name: "events" | "pcap" | "json") { return this.engine.file(name); }
}
