import type { About, Item } from "../types";
import { sentence } from "../picture/crowd";
import { bits } from "../units";
import { t, type Args, type Key } from "../words";

// tell describes an event in a sentence, in the reader's language.
export function tell(e: Item, about: About): string {
  if (about.crowd) return sentence(e, about.crowd.kind, about.stations[e.station]?.name ?? "", about.bit);
  const args: Args = {
    station: about.stations[e.station]?.name ?? "", frame: e.frame ?? 0, octets: e.octets ?? 0, attempt: e.attempt ?? 0, to: e.to ?? "", from: e.from ?? "",
    slots: e.slots ?? 0, most: (e.range ?? 0) - 1, until: bits(e.until ?? 0, about.bit), id: e.id ?? 0, what: e.what ?? "", kind: e.kind.replaceAll("_", " "), why: reason(e.why),
  };
  return t(key(e), args);
}

function key(e: Item): Key {
  switch (e.kind) {
    case "queued": return e.to === "all" ? "event.queuedAll" : "event.queued";
    case "tx_start": return (e.attempt ?? 1) > 1 ? "event.tx_startAgain" : "event.tx_start";
    case "collision": return e.late ? "event.collisionLate" : "event.collision";
    case "tx_end": return e.ok ? "event.tx_end" : "event.tx_endCollided";
    case "backoff": return (e.range ?? 0) > 0 && (e.slots ?? 0) >= 0 ? "event.backoff" : "event.backoffOther";
    case "dropped": return e.why === "queue_full" ? "event.droppedFull" : "event.dropped";
    case "received": return e.ok ? "event.received" : e.why === "fragment" ? "event.fragment" : "event.damaged";
    case "plca_status": return e.ok ? "event.turns" : "event.turnsNot";
    case "filter": return "event.filtered";
    case "repeat_start": return e.frame ? "event.repeat_start" : "event.repeat_startNothing";
    case "repeat_end": return e.ok ? "event.repeat_end" : "event.repeat_endBroken";
    case "turn": return e.ok ? "event.turnUsed" : "event.turn";
    case "defer": case "jam_start": case "sent": case "delivered": case "lost": case "signal": case "silent": case "change": case "beacon": case "commit":
    case "commit_end": case "repeat_jam": case "partition": case "reconnect": case "mjlp": case "learn": case "age": case "forward": case "flood":
      return `event.${e.kind}`;
  }
  return "event.other";
}

const reasons = ["excessive_collisions", "late_collision", "given_up", "collision", "fragment", "too_long", "bit_error", "short_gap"] as const;
const reason = (why = "") => { const known = reasons.find((r) => r === why); return t(known ? `event.why.${known}` : "event.why.other"); };
