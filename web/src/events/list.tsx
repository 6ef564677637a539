import { useEffect, useRef, useState } from "preact/hooks";
import type { Player } from "../player";
import type { Item, List } from "../types";
import { bits, clock } from "../units";
import { t, type Key } from "../words";
import { tell } from "./tell";

// What the list can be narrowed to.
const groups: Record<string, { name: Key; kinds: string[] }> = {
  frames: { name: "event.frames", kinds: ["queued", "tx_start", "tx_end", "sent", "dropped"] },
  collisions: { name: "event.collisions", kinds: ["collision", "jam_start", "dropped"] },
  waits: { name: "event.waits", kinds: ["defer", "backoff"] },
  arrivals: { name: "event.arrivals", kinds: ["delivered", "lost"] },
};
const crowded: typeof groups = {
  frames: { name: "crowd.attempts", kinds: ["queued", "tx_start", "tx_end"] },
  collisions: { name: "crowd.failures", kinds: ["failed", "timeout", "refused", "crash", "dropped"] },
  waits: groups.waits,
  arrivals: { name: "crowd.done", kinds: ["sent"] },
};
const taps = ["signal", "received", "silent"];
const steps = ["queued", "defer", "tx_start", "collision", "jam_start", "tx_end", "backoff", "sent", "dropped", "delivered", "lost", "change", "beacon", "commit", "turn", "plca_status", "commit_end",
  "repeat_start", "repeat_end", "repeat_jam", "partition", "reconnect", "mjlp", "learn", "age", "forward", "flood", "filter"];
const piece = 60, most = 360; // events that are fetched at once, and rows that are kept

// Events is the list of events around the instant on display. What happens at one instant stands together. A click goes there.
export function Events({ player, chosen, choose }: { player: Player; chosen: number; choose(i: number): void }) {
  const { about, state } = player;
  const [group, setGroup] = useState(""), [heard, hear] = useState(false), [of, setOf] = useState(-1), [list, setList] = useState<List>(), [said, say] = useState("");
  const asked = useRef(0), box = useRef<HTMLDivElement>(null), jumped = useRef(-2);
  const crowd = !!about.crowd, all = crowd ? crowded : groups;
  const kinds = [...(all[group]?.kinds ?? (heard ? steps : [])), ...(heard ? taps : [])];
  const question = (event: number, count: number) => player.ask<List>("list", { event, count, kinds: kinds.length ? kinds : undefined, stations: of < 0 ? undefined : [of] });
  const fresh = async () => {
    const turn = ++asked.current, here = Math.max(0, player.event);
    const before = await question(here, -piece / 2), after = await question(before.to, piece);
    if (turn !== asked.current) return;
    jumped.current = -2;
    setList({ items: [...before.items, ...after.items], from: before.from, to: after.to, last: after.last });
  };
  const filter = `${group} ${heard} ${of} ${player.started}`;
  useEffect(() => { void fresh().catch(() => {}); }, [filter]);
  const inside = !!list && player.event >= list.from - 1 && player.event < Math.max(list.to, 1);
  const grows = !!list && list.last && list.to < state.events;
  useEffect(() => { if (list && (!inside || grows)) void fresh().catch(() => {}); }, [inside, grows, state.events]);
  const now = player.event; // the last that has happened
  useEffect(() => { // the row of now stays in sight
    if (!list || jumped.current === now) return;
    jumped.current = now;
    const row = box.current?.querySelector<HTMLElement>("[aria-current]"), b = box.current;
    if (row && b) { const top = row.offsetTop - b.offsetTop; if (top < b.scrollTop || top > b.scrollTop + b.clientHeight - 40) b.scrollTop = top - b.clientHeight / 3; }
  }, [list, now]);
  const more = async (back: boolean) => {
    if (!list) return;
    const turn = ++asked.current, got = back ? await question(list.from, -piece) : await question(list.to, piece);
    if (turn !== asked.current) return;
    jumped.current = now; // the reader has gone elsewhere
    const items = back ? [...got.items, ...list.items] : [...list.items, ...got.items];
    if (items.length <= most) return setList(back ? { ...list, items, from: got.from } : { ...list, items, to: got.to, last: got.last });
    setList(got);
  };
  const instants: Item[][] = [];
  for (const i of list?.items ?? []) {
    const last = instants.at(-1);
    if (last && last[0].at === i.at) last.push(i); else instants.push([i]);
  }
  const current = instants.findLastIndex((g) => g[0].at <= player.now);
  const go = (g: Item[]) => {
    const step = g.findLast((i) => i.event >= 0);
    if (step) void player.step(step.event);
    else void player.goTo(g[0].at, true).then(() => { player.show(); });
  };
  const until = async (kinds: string[] | undefined, stations?: number[]) => {
    const k = await player.ask<number>("next", { after: player.event, kinds, stations });
    say(k < 0 ? t("event.noMore") : "");
    if (k >= 0) await player.step(k);
  };
  const name = of >= 0 ? about.stations[of]?.name : about.stations[chosen]?.name, whose = of >= 0 ? of : chosen;
  return <div class="events">
    <div class="row until" role="group" aria-label={t("event.until")}><span>{t("event.next")}</span>
      <button type="button" id="until-collision" onClick={() => void until([crowd ? "failed" : "collision"])}>{t(crowd ? "crowd.nextFailure" : "event.nextCollision")}</button>
      <button type="button" id="until-delivered" onClick={() => void until([crowd ? "sent" : "delivered"])}>{t(crowd ? "crowd.nextDone" : "event.nextDelivery")}</button>
      <button type="button" id="until-dropped" onClick={() => void until(["dropped"])}>{t(crowd ? "crowd.nextDropped" : "event.nextDiscard")}</button>
      <button type="button" id="until-station" onClick={() => void until(undefined, whose < 0 ? undefined : [whose])}>{name ? t("event.nextOf", { station: name }) : t("event.nextOfAny")}</button>
      <span role="status" class="small">{said}</span></div>
    <div class="row">
      <label>{t("event.filter")} <select id="event-kinds" aria-label={t("event.kinds")} value={group} onChange={(e) => setGroup(e.currentTarget.value)}>
        <option value="">{t("event.all")}</option>
        {Object.entries(all).map(([id, g]) => <option key={id} value={id}>{t(g.name)}</option>)}
      </select></label>
      <select id="event-station" aria-label={t("event.station")} value={String(of)} onChange={(e) => { const i = Number(e.currentTarget.value); setOf(i); if (i >= 0) choose(i); }}>
        <option value="-1">{t("event.anyStation")}</option>
        {about.stations.slice(0, 1000).map((s, i) => <option key={i} value={String(i)}>{s.name}</option>)}
      </select>
      {!crowd && <label class="check"><input type="checkbox" id="event-taps" checked={heard} onChange={(e) => hear(e.currentTarget.checked)} /> {t("event.taps")}</label>}
    </div>
    <div class="scroll list" ref={box} tabIndex={0} role="group" aria-label={t("event.list")}>
      {list && list.from > 0 && <button type="button" class="page" onClick={() => void more(true)}>{t("event.earlier")}</button>}
      {instants.map((g, n) => <button key={g[0].at + " " + g[0].kind} type="button" class={g[0].at > player.now ? "instant later" : "instant"} aria-current={n === current ? "true" : undefined} onClick={() => go(g)}>
        <span class="when" title={clock(g[0].at)}>{bits(g[0].at, about.bit)}</span>
        <span class="what">{g.map((i, k) => <span key={k} class={"kind-" + i.kind}>{tell(i, about)}</span>)}</span>
      </button>)}
      {list && !instants.length && <p>{t("event.none")}</p>}
      {list && !list.last && <button type="button" class="page" onClick={() => void more(false)}>{t("event.later")}</button>}
    </div>
  </div>;
}
