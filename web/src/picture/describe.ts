// What a card says of a thing.
import type { Transmission, View } from "../types";
import { bits } from "../units";
import { t, type Key } from "../words";
import { sayNote } from "../words/said";
import { explain } from "./crowd";
import { delayTo, endOf } from "./fold";
import { timeOf, type Thing } from "./hit";
import { nameOf, onAt, slotsOf, stateOf } from "./states";

export interface Card { title: string; lines: string[]; clause?: string; from?: number; until?: number }

// to names who a frame is for.
function to(v: View, s: Transmission): string {
  return s.to === -1 ? t("card.all") : v.stations[v.sections ? v.stations.findIndex((x) => x.number === s.to) : s.to]?.name ?? t("card.another");
}

const outcomes: Record<string, Key> = { "under way": "card.underWay", sent: "card.wasSent", collided: "card.collided", "given up": "card.givenUp", repeated: "card.repeated", damaged: "card.damaged" };

// describe explains a thing; state is a view of the present, for what a station does now.
export function describe(v: View, x: Thing, state?: View, now = 0): Card {
  const b = (ps: number) => bits(ps, v.bit), time = timeOf(v, x), name = (i: number) => v.stations[i].name;
  const span = time && time[1] > time[0] ? t("card.time", { from: b(time[0]), until: b(time[1]), long: b(time[1] - time[0]) }) : time ? t("card.at", { at: b(time[0]) }) : "";
  const base = { from: time?.[0], until: time?.[1] };
  const told = v.crowd ? explain(v, x, span) : undefined;
  if (told) return { ...base, ...told };
  switch (x.kind) {
    case "part": {
      const s = x.signal, who = nameOf(v, s), lines: string[] = [], d = x.place === undefined ? 0 : delayTo(v, s.station, x.place);
      if (!s.signal && s.frame) lines.push(s.attempt > 1 ? t("card.frameAgain", { n: s.frame, name: who, to: to(v, s), octets: s.octets, attempt: s.attempt }) : t("card.frame", { n: s.frame, name: who, to: to(v, s), octets: s.octets }));
      lines.push(`${t(`what.${x.part.kind}` as Key, { name: name(s.station), bits: b(x.part.until - x.part.from) })}`);
      lines.push(t("card.sent", { name: name(s.station), from: b(x.part.from), until: b(x.part.until), long: b(x.part.until - x.part.from) }));
      if (d > 0) lines.push(t("card.here", { place: b(d), from: b(x.part.from + d), until: b(x.part.until + d) }));
      if (s.turn) lines.push(t("card.turn", { turn: sayNote(s.turn) }));
      if (!s.signal && outcomes[s.outcome]) lines.push(t(outcomes[s.outcome], { at: b(s.collision), end: b(endOf(v, s)) }));
      return { ...base, title: t(`title.${x.part.kind}` as Key, { n: s.frame, name: who }), lines, clause: clauses[x.part.kind] };
    }
    case "overlap": {
      const names = [...new Set(x.signals.map((s) => nameOf(v, s)))], lines = [t("what.overlap", { names: names.join(t("card.and")) })];
      if (x.station !== undefined) lines.push(t("card.tap", { name: name(x.station) }));
      if (time) lines.push(span);
      for (const s of x.signals.slice(0, 4)) lines.push(s.collision >= 0 ? t("card.detects", { name: name(s.station), at: b(s.collision) }) : t("card.detectsNot", { name: name(s.station) }));
      return { ...base, title: t("title.overlap"), lines, clause: "1.4, 4.2.3.2.4" };
    }
    case "collision": {
      const s = x.signal, others = onAt(v, s.station, s.collision).filter((o) => o.station !== s.station).map((o) => nameOf(v, o));
      return { ...base, title: t("title.collision", { name: name(s.station) }), clause: s.late ? "4.2.3.2.4, 30.3.1.1.10" : "4.2.3.2.4", lines: [
        t("what.collision", { name: name(s.station), names: [...new Set(others)].join(t("card.and")) || t("card.another"), after: b(s.collision - s.start), n: s.frame, attempt: s.attempt }),
        span, ...s.late ? [t("what.late")] : [], ...s.jam >= 0 ? [t("card.jams", { from: b(s.jam), until: b(endOf(v, s)) })] : []] };
    }
    case "span": {
      const s = x.span, lines: string[] = [], who = name(x.station);
      if (s.kind === "backoff") {
        const slot = slotsOf(v, s);
        lines.push(s.slots !== undefined && s.slots >= 0 ? t(s.range && s.range > 1 ? "what.backoff" : "what.backoffHand", { name: who, n: s.frame ?? 0, attempt: s.attempt ?? 0, slots: s.slots, range: (s.range ?? 1) - 1, slot: b(slot) }) : t("what.backoffTime", { name: who, n: s.frame ?? 0 }));
      } else lines.push(t(`what.${s.kind}` as Key, { name: who, n: s.frame ?? 0, attempt: s.attempt ?? 1 }));
      if (s.kind === "gap1" && s.blind) lines.push(t("card.blind"));
      if (s.cut) lines.push(t("card.cut"));
      if (s.kind === "defer") {
        const heard = [...new Set((v.transmissions ?? []).filter((o) => o.station !== x.station && o.start < s.until && endOf(v, o) > s.from - (v.length ?? v.delay ?? 0)).map((o) => nameOf(v, o)))];
        if (heard.length) lines.push(t("card.signals", { names: heard.slice(0, 4).join(", ") }));
      }
      lines.push(span);
      return { ...base, title: t(`title.${s.kind}` as Key, { name: who }), lines, clause: clauses[s.kind] };
    }
    case "carrier": {
      const on = onAt(v, x.station, x.at).map((s) => nameOf(v, s));
      return { ...base, title: t("title.carrier", { name: name(x.station) }), lines: [t("what.carrier", { name: name(x.station), names: [...new Set(on)].join(", ") || t("card.another") }), span], clause: "4.2.3.2.1" };
    }
    case "reception": {
      const r = x.reception, of = r.of || v.stations[r.from]?.name || t("card.another"), who = name(x.station);
      return { ...base, title: r.ok ? t("title.received", { name: who }) : t("title.receivedNot", { name: who }), clause: "4.2.9", lines: [
        r.ok ? t("what.received", { name: who, n: r.frame, of, octets: r.octets }) : t(r.why === "fragment" ? "what.fragment" : r.why === "too_long" ? "what.tooLong" : "what.damaged", { name: who, of, octets: r.octets }),
        t("card.arrives", { rise: b(r.rise), fall: b(time![1]) })] };
    }
    case "arrival": {
      const a = x.arrival;
      return { ...base, title: t("title.arrival", { name: name(x.station) }), lines: [t(a.refused ? "what.refused" : "what.arrival", { name: name(x.station), n: a.frame, octets: a.octets, queued: a.queued }), span] };
    }
    case "note": return { ...base, title: t("title.note", { name: name(x.station) }), lines: [sayNote(x.text), span], clause: "148.4.4" };
    case "shares": return { ...base, title: t("title.shares", { name: name(x.station) }), lines: [t("what.shares", { good: Math.round(x.shares.success * 100), bad: Math.round(x.shares.collision * 100) }), span] };
    case "stop": return { title: "", lines: [] }; // of a crowd
    case "fold": return { ...base, title: t("title.fold"), lines: [t("what.fold", { long: b(x.until - x.from) }), span] };
    case "station": {
      const lines = [], s = v.stations[x.station];
      if (state) lines.push(t("card.now", { now: b(now), state: stateOf(state, x.station, now).texts[0] }));
      if (!v.star && !v.sections && v.length) lines.push(t("card.place", { place: b(s.place) }));
      if (s.side) lines.push(t(s.repeater ? "what.portRepeater" : "what.portBridge"));
      return { title: s.name, lines };
    }
    case "device": { const d = v.devices![x.device]; return { title: d.name, lines: [t(d.bridge ? "what.bridge" : "what.repeater")], clause: d.bridge ? "802.1D" : "9" }; }
    case "cable": return { title: t("title.cable"), lines: [t("what.cable", { length: b(v.length ?? 0) })] };
    case "terminator": return { title: t("title.terminator"), lines: [t("what.terminator"), t("card.drag")], clause: "8.5.2, 10.6" };
    case "hub": return { title: t("title.hub"), lines: [t("what.hub", { delay: b(v.delay ?? 0) })] };
  }
}

const clauses: Record<string, string> = {
  preamble: "4.2.5, 4.2.6", frame: "3.1.1, 4.2.3", jam: "4.2.3.2.4", beacon: "148.4.4", commit: "148.4.4",
  defer: "4.2.3.2.1", gap1: "4.2.3.2.2", gap2: "4.2.3.2.2", backoff: "4.2.3.2.5", wait: "4.2.3.2",
};
