// A run behind the picture: the last one, or one that the reader has kept.
import type { Player } from "../player";
import type { View } from "../types";

export interface Kept { name: string; text: string }

// Ghost asks for the same window of another scenario.
export class Ghost {
  view?: View;
  name = ""; // of what the view is
  last?: Kept; // what ran before the present scenario
  private run?: Kept; // the present one
  private asked = "";
  private asking = false;

  // look follows the player's scenario, and asks for what is missing.
  look(player: Player, of: Kept | "last" | undefined) {
    if (this.run?.text !== player.text && player.text) {
      this.last = this.run;
      this.run = { name: player.about.name, text: player.text };
      this.view = undefined;
      this.asked = "";
    }
    const other = of === "last" ? this.last : of;
    if (!other || !player.view) { this.view = undefined; this.asked = ""; return; }
    const key = [other.text, player.view.from, player.view.to].join();
    if (key === this.asked || this.asking) return;
    this.asking = true;
    player.ask<View>("other", { text: other.text, from: player.view.from, to: player.view.to, most: 600, rows: 1, flat: true })
      .then((v) => { this.view = v; this.name = other.name; }, () => { this.view = undefined; })
      .finally(() => { this.asked = key; this.asking = false; });
  }
}
