// The picture of a medium other than a cable: what its clients try, and when it does nothing.
import { thin, type Theme } from "../palette";
import type { Item, Span, Transmission, View } from "../types";
import { bits } from "../units";
import { t, type Key } from "../words";
import type { Part } from "./bands";
import type { Card } from "./describe";
import { endOf } from "./fold";
import type { Thing } from "./hit";
import type { Labels } from "./labels";
import type { Layout } from "./layout";
import { lookOf, paintLook } from "./looks";
import type { Pen } from "./pen";
import type { Scale } from "./scale";
import { laneOf, type State } from "./states";

// family is the kind of a medium as texts know it.
export const family = (kind: string) => kind === "slotted-aloha" ? "aloha" : kind;
const work = (kind: string, frame = 0) => t(`crowd.work.${family(kind)}` as Key, { frame });

const failed = (x: Transmission) => x.collision >= 0;

// attempt returns the parts of an attempt: a write on its way, and what came of it.
export function attempt(v: View, x: Transmission): Part[] {
  const end = endOf(v, x), at = Math.min(v.crowd === "store" ? x.header : x.start, end);
  const all: Part[] = [{ kind: "preamble", from: x.start, until: at }, { kind: failed(x) ? "overlap" : "frame", from: at, until: end }];
  return all.filter((p) => p.until > p.from);
}

// doing returns what a client does at an instant.
export function doing(v: View, station: number, at: number): State {
  const own = v.transmissions?.find((x) => x.station === station && x.start <= at && at < endOf(v, x)), on = (s: Span) => s.from <= at && at < (s.until < 0 ? v.until : s.until);
  if (own) {
    const back = v.crowd === "store" && at >= own.header;
    return { doing: back ? "hears" : "frame", station, texts: [t(back ? "crowd.state.answer" : `crowd.state.${family(v.crowd!)}` as Key)] };
  }
  const span = laneOf(v, station)?.spans?.find(on);
  if (span?.kind === "backoff") return { doing: "backoff", station, texts: [t("crowd.state.backoff", { time: bits(span.until - at, v.bit) }), t("state.waits")] };
  if (span) return { doing: span.kind === "read" ? "gap" : "wait", station, texts: [t(`crowd.state.${span.kind}` as Key)] };
  return { doing: "idle", station, texts: [t("crowd.state.idle")] };
}

// stops shades the time in which the medium does nothing.
export function stops(p: Pen, l: Layout, s: Scale, theme: Theme) {
  const v = l.view, b = l.body, o = p.outline();
  for (const x of v.stops ?? []) {
    const from = Math.max(b.x, s.px(x.from)), until = Math.min(b.x + b.w, s.px(x.until < 0 ? v.until : x.until));
    if (until > from) o.rect(from, b.y, until - from, b.h);
  }
  paintLook(p, o, lookOf(theme, "stop", theme.signals[0]));
}

// resource shows, above the rows, the thing for which the clients contend.
export function resource(p: Pen, l: Layout, theme: Theme, labels: Labels, v: View | undefined, at: number) {
  const o = p.outline(), kind = l.view.crowd!, down = (v ?? l.view).stops?.find((s) => s.from <= at && (s.until < 0 || at < s.until)), thing = t(`crowd.thing.${family(kind)}` as Key);
  o.rect(8, 6, l.width - 16, 26);
  p.fill(o, down ? thin(theme.overlap, 0.22) : theme.carrier);
  p.stroke(o, down ? theme.overlap : theme.faint, 1);
  labels.put([down ? t(down.crash ? "crowd.crashed" : "crowd.stopped", { thing }) : thing], l.width / 2, 19, { size: 12.5, bold: true }, theme.ink, "center");
}

// stopAt returns a time in which the medium did nothing.
export const stopAt = (v: View, at: number): Thing | undefined => {
  const s = v.stops?.find((s) => s.from <= at && at < (s.until < 0 ? v.until : s.until));
  return s && { kind: "stop", from: s.from, until: s.until < 0 ? v.until : s.until, crash: !!s.crash };
};

// explain says what a thing is.
export function explain(v: View, x: Thing, span: string): Card | undefined {
  const b = (ps: number) => bits(ps, v.bit), kind = v.crowd!, name = (i: number) => v.stations[i].name;
  const outcome = (s: Transmission) => failed(s) ? t(s.outcome === "given up" ? "crowd.card.givenUp" : "crowd.card.failsAt", { at: b(s.collision), name: name(s.station), work: work(kind, s.frame) })
    : t(s.outcome === "sent" ? "crowd.card.succeeds" : "crowd.card.underWay");
  switch (x.kind) {
    case "part": case "collision": {
      const s = x.signal, who = name(s.station), of = `${who}: ${work(kind, s.frame)}.`;
      if (x.kind === "collision") return { title: t("crowd.card.fails", { name: who }), lines: [of, t(`crowd.failed.${family(kind)}` as Key, { attempt: s.attempt, station: who }) + ".", span] };
      return { title: t("crowd.card.try", { attempt: s.attempt, name: who }), lines: [of, ...kind === "store" ? [t(part[x.part.kind] as Key)] : [], outcome(s), t("card.time", { from: b(s.start), until: b(endOf(v, s)), long: b(endOf(v, s) - s.start) })] };
    }
    case "span": {
      const s = x.span, args = { name: name(x.station), attempt: s.attempt ?? 1, work: work(kind, s.frame), long: b(s.until - s.from) };
      const drawn = s.range && s.range > 1 && (s.slots ?? 0) >= 0 ? [t("crowd.card.drawn", { slots: s.slots ?? 0, most: s.range - 1 })] : [];
      return { title: t(`crowd.card.${s.kind}` as Key, args), lines: [t(`crowd.card.${s.kind}Text` as Key, args), ...drawn, span] };
    }
    case "arrival": return { title: t("crowd.card.arrival", { name: name(x.station) }), lines: [t("crowd.queued", { station: name(x.station), work: work(kind, x.arrival.frame) }) + ".", span] };
    case "shares": return { title: name(x.station), lines: [t("crowd.card.shares", { name: name(x.station), good: Math.round(100 * x.shares.success), bad: Math.round(100 * x.shares.collision) }), span] };
    case "stop": return { title: t("crowd.card.stop"), lines: [t(x.crash ? "crowd.crashed" : "crowd.stopped", { thing: t(`crowd.thing.${family(kind)}` as Key) }) + ".", span] };
  }
  return undefined;
}

const part: Record<string, string> = { preamble: "crowd.legend.preamble", frame: "crowd.legend.frame.store", overlap: "crowd.legend.overlap.store" };

// legend returns the text of an entry of the legend.
export function legend(kind: string | undefined, entry: string): string {
  if (!kind) return t(`legend.${entry}` as Key);
  return t((entry === "frame" || entry === "overlap" ? `crowd.legend.${entry}.${family(kind)}` : `crowd.legend.${entry}`) as Key);
}

// sentence describes an event.
export function sentence(e: Item, kind: string, station: string, unit: number): string {
  const of = family(kind), args = { station, work: work(kind, e.frame), attempt: e.attempt ?? 1, slots: e.slots ?? 0, most: (e.range ?? 0) - 1, until: bits(e.until ?? 0, unit) };
  const key = ((): string => {
    switch (e.kind) {
      case "tx_start": return `crowd.tx_start.${of}`;
      case "tx_end": return e.ok ? "crowd.ended" : `crowd.failed.${of}`;
      case "write": return e.ok ? "crowd.write" : "crowd.writeRefused";
      case "write_rsp": return e.ok ? "crowd.write_rsp" : "crowd.write_rspRefused";
      case "response": return e.ok ? "crowd.response" : "crowd.responseLate";
      case "backoff": return (e.range ?? 0) > 1 && (e.slots ?? 0) >= 0 ? "crowd.backoff" : "crowd.backoffOther";
    }
    return `crowd.${e.kind}`;
  })();
  return t(key as Key, args);
}
