// What a drag on the picture does.
import type { Player } from "../player";
import type { Edit, View } from "../types";

// Preview shows a change of the scenario while a hand makes it: a question is under way at a time, and the latest wish
// follows it.
export class Preview {
  private wish?: Edit;
  private busy = false;
  shown = 0; // pictures
  readonly times: number[] = []; // what the latest took, in milliseconds

  constructor(private player: Player, private took: (v: View) => void) {}

  ask(edit: Edit) {
    this.wish = edit;
    if (!this.busy) void this.next();
  }

  // end forgets what is not yet shown.
  end() { this.wish = undefined; }

  private async next() {
    this.busy = true;
    while (this.wish) {
      const edit = this.wish, p = this.player, started = p.started;
      this.wish = undefined;
      const began = performance.now();
      try {
        const v = await p.ask<View>("preview", { edit, from: Math.floor(Math.max(0, p.from)), to: Math.ceil(p.to), most: 600, rows: 600, stations: p.lanes, flat: p.flat });
        this.times.push(performance.now() - began);
        if (this.times.length > 1000) this.times.splice(0, 500);
        if (started === p.started && p.held) { this.shown++; this.took(v); }
      } catch { /* a place that the scenario does not allow: the last picture stays */ }
    }
    this.busy = false;
  }
}
