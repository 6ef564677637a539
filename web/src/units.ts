// Times as people read them, in the reader's language.
import { locale } from "./words";

let clocked = false; // whether times are those of a clock: the medium has no bits

// byClock sets how instants are written.
export function byClock(on: boolean) { clocked = on; }

// bits writes an instant in bit times, exact to a thousandth, or as a clock says it.
export function bits(ps: number, bit: number): string {
  if (clocked) return Math.abs(ps) < 1e12 ? `${(ps / 1e9).toLocaleString(locale(), { maximumFractionDigits: 3 })} ms` : `${(ps / 1e12).toLocaleString(locale(), { maximumFractionDigits: 6 })} s`;
  return `${(Math.round(ps / bit * 1000) / 1000).toLocaleString(locale(), { maximumFractionDigits: 3 })} bt`;
}

// clock writes a time in the unit that suits it.
export function clock(ps: number): string {
  const abs = Math.abs(ps);
  const [unit, name] = abs >= 1e12 ? [1e12, "s"] : abs >= 1e9 ? [1e9, "ms"] : abs >= 1e6 ? [1e6, "µs"] : [1e3, "ns"];
  return `${(ps / unit).toLocaleString(locale(), { maximumFractionDigits: 3 })} ${name}`;
}

// step returns a round distance between ticks: 1, 2 or 5 of a power of ten.
export function step(span: number, ticks: number): number {
  const raw = span / Math.max(1, ticks), power = 10 ** Math.floor(Math.log10(raw));
  return power * (raw / power > 5 ? 10 : raw / power > 2 ? 5 : raw / power > 1 ? 2 : 1);
}
