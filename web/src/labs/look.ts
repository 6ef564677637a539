import type { Player } from "../player";
import type { Place, Run } from "./desk";

const heard: Record<string, string> = { rx_start: "signal", rx_end: "received", carrier_off: "silent" };

// look goes to what an answer is about: an event, else the end of the run, with its station chosen.
export async function look(player: Player, place: Place, run: Run | undefined, choose: (i: number) => void) {
  if (run && player.text !== run.text && !await player.open(run.text)) return;
  const station = player.about.stations.findIndex((s) => s.name === place.station), of = station < 0 ? undefined : [station];
  choose(station);
  if (place.kind) {
    const n = place.n ?? 1, kind = heard[place.kind];
    if (kind) {
      const { items } = await player.ask<{ items: { at: number }[] }>("list", { event: 0, count: 1000, kinds: [kind], stations: of });
      if (items[n - 1]) return player.goTo(items[n - 1].at, true).then(() => player.show());
    } else {
      let event = -1;
      for (let k = 0; k < n; k++) if ((event = await player.ask<number>("next", { after: event, kinds: [place.kind], stations: of })) < 0) break;
      if (event >= 0) return player.step(event);
    }
  }
  return player.step(player.state.events - 1);
}
