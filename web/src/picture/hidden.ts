// Signals that a reader does not want to see. They are on the medium all the same: what stations hear and do stays.
import type { Transmission, View } from "../types";
import { nameOf } from "./states";

// shows reports whether a signal is drawn.
export const shows = (v: View, s: Transmission) => !v.hidden?.has(nameOf(v, s));

// drawn returns the signals of a view that are drawn.
export function drawn(v: View): Transmission[] {
  const all = v.transmissions ?? [];
  return v.hidden?.size ? all.filter((s) => shows(v, s)) : all;
}
