// The engine's answers. Instants and lengths are picoseconds; places are delays from the cable's
// left end; -1 is an instant that has not happened.
export interface AboutStation { name: string; place: number; policy: string; hand: boolean; slots?: number[] }

export interface About {
  name: string; text: string; line: string; star: boolean; bit: number; slot: number; length: number; duration: number; seed: number;
  stations: AboutStation[]; warnings: string[]; policies: { name: string; text: string }[];
  network?: AboutNetwork; // the stations are then those of the path that is shown, with the ports of devices
}

export interface AboutWire { ends: [string, string]; metres: number; tap: boolean; line: string; full: [boolean, boolean]; domain: number }

export interface AboutNetwork { path: [string, string]; stations: string[]; devices: { name: string; bridge: boolean }[]; cables: string[]; wires: AboutWire[]; domains: string[] }

export interface Draw { station: number; name: string; at: number; attempt: number; range: number }

export interface State {
  more: boolean; until: number; events: number; full: boolean; collision: number;
  failed?: { text: string; wanted?: Draw };
  first?: { from: number; to: number; what: string };
}

export interface Count {
  queued: number; attempts: number; sent: number; delivered: number; lost: number; detected: number; late: number; deferred: number; dropped: number; slots: number;
}

export interface Moment { event: number; at: number; kind: string; station: number; sentence: string; same: string[]; earlier: string[]; counts: Count[] }

export interface Charts { at: number[]; utilisation: number[]; collisions: number[]; delay: (number | null)[] }

export interface Edit { what: string; station?: number; value?: string; slots?: number[] }

export interface Transmission {
  station: number; frame: number; attempt: number; octets: number; to: number;
  start: number; header: number; collision: number; jam: number; end: number; outcome: string; late?: boolean;
  origin?: number; // on a path: the number of the station whose frame it is
}

export interface Span { kind: "defer" | "gap1" | "gap2" | "own_gap" | "backoff" | "wait"; from: number; until: number; frame?: number; attempt?: number; slots?: number; range?: number }

export interface Shares { success: number; collision: number }

export interface Lane { station: number; spans?: Span[]; rows?: Shares[] }

export interface View {
  bit: number; from: number; to: number; until: number; star?: boolean; delay?: number; length?: number;
  stations: { name: string; place: number; section?: number; number?: number; x?: number; side?: number; repeater?: boolean }[];
  // Of a path through a network; places are then delays from the left end of the station's section.
  sections?: { name: string; length: number; full?: boolean; from: number; to: number }[];
  devices?: { name: string; bridge?: boolean; from: number; to: number }[];
  crossings?: { in: number; out: number; device: number; rise: number; fall: number }[];
  transmissions: Transmission[] | null;
  overlaps?: { a: number; b: number; corners: [number, number][] }[];
  lanes: Lane[]; rows?: Shares[]; count: number;
}
