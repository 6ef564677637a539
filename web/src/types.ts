// The engine's answers. Instants and lengths are picoseconds; places are delays from the cable's
// left end; -1 is an instant that has not happened.
import type { Sentence } from "./words/said";

export interface AboutStation { name: string; place: number; policy: string; hand: boolean; slots?: number[] }

export interface About {
  name: string; text: string; line: string; star: boolean; bit: number; slot: number; length: number; duration: number; seed: number;
  stations: AboutStation[]; warnings: { text: string; line?: number; said?: Sentence }[]; policies: { name: string; text: string }[];
  crowd?: AboutCrowd; // of a medium other than a cable; the stations are then its clients
  network?: AboutNetwork; // the stations are then those of the path that is shown, with the ports of devices
}

export interface AboutWire { ends: [string, string]; metres: number; tap: boolean; line: string; full: [boolean, boolean]; domain: number }

export interface AboutNetwork { path: [string, string]; stations: string[]; devices: { name: string; bridge: boolean }[]; cables: string[]; wires: AboutWire[]; domains: string[] }

export interface CrowdField { key: string; path: string; value: string }

// AboutCrowd is what can be changed of a medium other than a cable, and of the groups of its clients.
export interface AboutCrowd { kind: string; fields: CrowdField[]; groups: { name: string; fields: CrowdField[] }[] }

export interface Draw { station: number; name: string; at: number; attempt: number; range: number }

export interface State {
  more: boolean; until: number; events: number; full: boolean; collision: number;
  failed?: { text: string; wanted?: Draw };
  first?: { from: number; to: number; what: string };
}

export interface Count {
  queued: number; attempts: number; sent: number; delivered: number; lost: number; detected: number; late: number; deferred: number; dropped: number; slots: number; failed: number;
}

export interface Moment { event: number; at: number; kind: string; station: number; sentence: Sentence; same: Sentence[]; earlier: Sentence[]; items: Item[]; before: Item[]; counts: Count[]; collisions: number; domains?: number[] }

export interface Charts { at: number[]; utilisation: number[]; detections: number[]; delay: (number | null)[]; done: number[]; failed: number[] }

export interface Edit { what: string; station?: number; value?: string; slots?: number[] }

export interface Transmission {
  station: number; frame: number; attempt: number; octets: number; to: number;
  start: number; header: number; collision: number; jam: number; end: number; outcome: string; late?: boolean;
  signal?: number; // 3: a BEACON of PLCA, 4: a COMMIT; not a frame
  turn?: string; // with PLCA: the turn in which the frame is sent
  origin?: number; // on a path: the number of the station whose frame it is
  of?: string; // and its name, if it is not the sender's
}

export interface Span { kind: "defer" | "gap1" | "gap2" | "own_gap" | "backoff" | "wait" | "read"; from: number; until: number; frame?: number; attempt?: number; slots?: number; range?: number; blind?: boolean; cut?: boolean }

export interface Shares { success: number; collision: number }

export interface Reception { rise: number; fall: number; from: number; frame: number; octets: number; ok: boolean; of?: string; why?: string }

export interface Arrival { at: number; frame: number; octets: number; to: number; queued: number; refused?: boolean }

export interface Note { at: number; text: string; idle?: boolean }

export interface Lane {
  station: number; spans?: Span[]; carrier?: { rise: number; fall: number }[]; overlaid?: { from: number; until: number }[];
  receptions?: Reception[]; arrivals?: Arrival[]; notes?: Note[]; rows?: Shares[];
}

export interface ViewStation { name: string; place: number; section?: number; number?: number; x?: number; side?: number; repeater?: boolean }

export interface View {
  bit: number; from: number; to: number; until: number; star?: boolean; delay?: number; length?: number;
  stations: ViewStation[];
  // Of a path through a network; places are then delays from the left end of the station's section.
  sections?: { name: string; length: number; full?: boolean; from: number; to: number }[];
  devices?: { name: string; bridge?: boolean; from: number; to: number }[];
  crossings?: { in: number; out: number; device: number; rise: number; fall: number }[];
  transmissions: Transmission[] | null;
  overlaps?: { a: number; b: number; corners: [number, number][] }[];
  lanes: Lane[]; rows?: Shares[]; count: number;
  flat?: boolean; // it has been asked for without overlaps
  crowd?: string; // the kind of a medium other than a cable
  stops?: { from: number; until: number; crash?: boolean }[]; // when it did nothing
  hidden?: ReadonlySet<string>; // names of stations whose signals are not drawn
}

export interface Delays { count: number; mean: number; p50: number; p95: number; p99: number; max: number }

// Result is the part of a run's result (csmacd/result/1) that the page shows as tables.
export interface Result {
  scenario: string; digest: string; complete: boolean; simulated_ps: number; warmup_ps: number;
  medium: {
    kind: string; frames_offered: number; frames_sent: number; frames_delivered: number; frames_lost: number; frames_dropped: number; frames_queued: number;
    calls?: number; completion_us?: number; recovered_us?: number; concurrency_peak?: number; submitted?: number; refused?: number; crashes?: number;
    attempts: number; collisions: number; throughput: number; share_success: number; share_collision: number; share_idle: number; offered_load: number; jain: number; throughput_bps?: number;
  };
  access_delay_us: Delays; delay_us: Delays;
  stations: { name: string; collisions_per_frame: number[]; frames_offered: number; frames_queued: number; frames_dropped: number; frames_delivered: number; octets_delivered: number; counters: Record<string, number> }[];
  groups?: { name: string; policy: string; stations: number; frames_offered: number; frames_sent: number; frames_dropped: number; attempts: number; failures: number; jain: number; delay_us: Delays }[];
  notes?: string[];
}

// Item is an event in a list. Which fields are set depends on its kind; event -1 is what a tap hears, and not a step.
export interface Item {
  event: number; at: number; kind: string; station: number; from?: string; to?: string; frame?: number; octets?: number; attempt?: number;
  slots?: number; range?: number; until?: number; ok?: boolean; late?: boolean; why?: string; id?: number; what?: string;
}

export interface List { items: Item[]; from: number; to: number; last: boolean }
