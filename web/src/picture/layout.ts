// Where things are on a picture, in CSS pixels.
import type { View } from "../types";

export const many = 7; // from this number of stations on, each has a row

// Places is where the places of a run's stations are on a picture.
export interface Places { view: View; along(station: number, place: number): number; reach(station: number): number }

// Layout places stations across, for the cable above and for the diagram below it.
export class Layout {
  readonly columns: number[] = [];
  readonly flat: boolean; // no places: stations in columns
  readonly rows: boolean; // a row for each station, time across
  readonly narrow: boolean;
  readonly axis: number; // width of the times, or of the stations' names beside rows
  readonly top: number; // height of the cable
  readonly lane: number;
  readonly left: number;
  readonly right: number;
  readonly row: number; // height of a row
  readonly shown: number; // stations that are shown

  constructor(readonly view: View, readonly width: number, readonly height: number, rows?: boolean, digits = 5) {
    const n = this.shown = view.sections ? view.lanes.length : view.stations.length;
    this.narrow = width < 560;
    this.rows = !!view.crowd || (rows ?? (n >= many && !view.sections));
    this.flat = !view.sections && (!!view.star || !view.length);
    this.axis = this.rows ? Math.min(190, Math.max(96, width * 0.2)) : this.narrow ? Math.max(50, 15 + 6.8 * digits) : 84;
    this.top = view.crowd ? 38 : this.rows ? 66 : 104;
    const places = view.stations.map((s) => s.place);
    let near = Infinity;
    const sorted = [...places].sort((a, b) => a - b);
    for (let i = 1; i < n; i++) near = Math.min(near, (sorted[i] - sorted[i - 1]) / (view.length || 1));
    const side = this.rows ? 20 : this.axis;
    const room = width - side - 24;
    if (view.sections) near = Math.min(...view.devices?.map((d) => (d.to - d.from) / 2) ?? [], 1);
    this.lane = Math.max(3, Math.min(18, this.flat ? room / n / 3 : near > 0 && n > 1 ? room * near / 2.5 : 18));
    const most = this.narrow ? 26 : 60; // room for the boxes of the stations at the ends
    const margin = this.rows ? 24 : Math.max(18, Math.min(most, room / n / 2.2));
    this.left = side + margin;
    this.right = width - margin - (this.rows ? 0 : this.lane);
    for (let i = 0; i < n; i++) {
      this.columns.push(view.sections ? this.share(view.stations[i].x ?? 0) : this.flat
        ? this.left + (this.right - this.left) * (n > 1 ? i / (n - 1) : 0.4)
        : this.x(places[i]));
    }
    this.row = Math.max(26, Math.min(56, (height - this.top - 22) / Math.max(1, n)));
  }

  share(x: number) { return this.left + (this.right - this.left) * x; }

  // section returns the section of a path on which a station is.
  section(station: number) { return this.view.sections?.[this.view.stations[station].section ?? 0]; }

  // along returns where a place of a station's cable or section is.
  along(station: number, place: number) {
    const s = this.section(station);
    return s ? this.share(s.from + (s.to - s.from) * place / Math.max(s.length, 1)) : this.x(place);
  }

  // reach returns the length of a station's cable or section.
  reach(station: number) {
    const s = this.section(station);
    return s ? Math.max(s.length, 1) : this.view.length ?? 0;
  }

  // side returns where the bars of a station stand: those of a port are in its device.
  side(station: number) { return this.view.stations[station].side === 2 ? -1 : 1; }

  // movable reports whether stations can be moved along a cable.
  get movable() { return !this.flat && !this.view.sections; }

  x(place: number) { return this.left + (this.right - this.left) * place / (this.view.length || 1); }
  place(x: number) { return Math.max(0, (x - this.left) / (this.right - this.left) * (this.view.length || 1)); }

  // body is the part of the picture in which time passes.
  get body() { return { x: this.axis, y: this.top + (this.rows ? 22 : 0), w: this.width - this.axis, h: this.height - this.top - (this.rows ? 22 : 0) }; }

  // high is the height of all rows.
  get high() { return this.row * this.shown; }
}
