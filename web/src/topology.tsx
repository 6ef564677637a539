import { useMemo } from "preact/hooks";
import type { AboutNetwork, AboutWire } from "./types";
import { t } from "./words";

// Node is a thing of a network in a tree: a device, a cable or a station.
interface Node { name: string; kind: "repeater" | "bridge" | "cable" | "station"; below: { node: Node; wire: AboutWire }[]; x: number; wide: number; level: number }

const most = 8; // stations at one device that are shown one by one
const row = 70, high = 26;

// room returns the width of a box with a name.
const room = (name: string) => Math.max(34, name.length * 8 + 14);

const isFull = (w: AboutWire) => w.full[0] && w.full[1];
const isMismatch = (w: AboutWire) => w.full[0] !== w.full[1];

// tree makes a tree of a network, with the thing that has the most wires at the top.
function tree(net: AboutNetwork): Node[] {
  const kinds = new Map<string, Node["kind"]>(net.devices.map((d) => [d.name, d.bridge ? "bridge" : "repeater"]));
  net.cables.forEach((c) => kinds.set(c, "cable"));
  const wires = new Map<string, AboutWire[]>(), seen = new Set<string>();
  for (const w of net.wires) for (const end of w.ends) wires.set(end, [...wires.get(end) ?? [], w]);
  let x = 0;
  const grow = (name: string, level: number): Node => {
    seen.add(name);
    const n: Node = { name, kind: kinds.get(name) ?? "station", below: [], x: 0, wide: room(name), level };
    const next = (wires.get(name) ?? []).map((wire) => ({ wire, to: wire.ends[0] === name ? wire.ends[1] : wire.ends[0] })).filter((e) => !seen.has(e.to));
    const single = next.filter((e) => !kinds.has(e.to)), begin = x;
    if (single.length > most) {
      const group = grow(single[0].to, level + 1);
      group.name = t("net.some", { n: single.length });
      group.x += (room(group.name) - group.wide) / 2;
      group.wide = room(group.name);
      x = Math.max(x, group.x + group.wide / 2 + 10);
      n.below.push({ node: group, wire: single[0].wire });
      single.forEach((e) => seen.add(e.to));
    }
    for (const e of next) if (!seen.has(e.to)) n.below.push({ node: grow(e.to, level + 1), wire: e.wire });
    x = Math.max(x, begin + n.wide + 10);
    n.x = n.below.length ? (n.below[0].node.x + n.below[n.below.length - 1].node.x) / 2 : begin + n.wide / 2;
    if (n.kind === "cable" && n.below.length) n.wide = Math.max(n.wide, n.below[n.below.length - 1].node.x - n.below[0].node.x + 30);
    return n;
  };
  const roots: Node[] = [];
  const order = [...kinds.keys()].sort((a, b) => (wires.get(b)?.length ?? 0) - (wires.get(a)?.length ?? 0));
  for (const name of [...order, ...net.stations]) if (!seen.has(name)) roots.push(grow(name, 0));
  return roots;
}

// Topology draws what a network is made of. A double line is full duplex, a dashed one a duplex mismatch.
export function Topology({ net, choose }: { net: AboutNetwork; choose(name: string): void }) {
  const { roots, all, wide, levels } = useMemo(() => {
    const roots = tree(net), all: Node[] = [], add = (n: Node) => { all.push(n); n.below.forEach((b) => add(b.node)); };
    roots.forEach(add);
    const left = Math.min(...all.map((n) => n.x - n.wide / 2));
    all.forEach((n) => { n.x -= left - 4; });
    return { roots, all, wide: Math.max(...all.map((n) => n.x + n.wide / 2)) + 4, levels: Math.max(...all.map((n) => n.level)) + 1 };
  }, [net]);
  const tall = levels * row - row + high + 12, y = (n: Node) => n.level * row + 4;
  const about = (w: AboutWire) => t(w.tap ? "net.tap" : "net.wire", { a: w.ends[0], b: w.ends[1], metres: w.metres, line: w.line }) + (isFull(w) ? `, ${t("net.full")}` : isMismatch(w) ? `, ${t("net.mismatch")}` : "");
  const wires = all.flatMap((n) => n.below.map(({ node, wire }) => {
    const from = n.kind === "cable" ? node.x : n.x, end = y(node) + (node.kind === "cable" ? high : 0);
    const d = `M${from},${y(n) + high} C${from},${y(n) + high + 24} ${node.x},${end - 24} ${node.x},${end}`;
    return <g key={n.name + node.name}><title>{about(wire)}</title>
      <path d={d} class={isMismatch(wire) ? "wire mismatch" : "wire"} data-domain={wire.domain % 6} />{isFull(wire) && <path d={d} class="inner" />}</g>;
  }));
  const shape = (n: Node) => n.kind === "cable"
    ? <path class="cable" d={`M${n.x - n.wide / 2},${y(n) + high} H${n.x + n.wide / 2}`} />
    : <rect class={n.kind} x={n.x - n.wide / 2} y={y(n)} width={n.wide} height={high} rx={n.kind === "repeater" ? 13 : n.kind === "station" ? 6 : 0} />;
  return <div class="topology" tabIndex={0} role="group" aria-label={t("net.network")}><svg id="topology" width={wide} height={tall} viewBox={`0 0 ${wide} ${tall}`} role="img" aria-label={t("net.made", { n: roots.length, devices: net.devices.length, cables: net.cables.length, stations: net.stations.length })}>
    {wires}
    {all.map((n) => <g key={n.name} class={net.path.includes(n.name) ? "on" : ""} onClick={() => { if (net.stations.includes(n.name)) choose(n.name); }} style={n.kind === "station" ? "cursor:pointer" : ""}>
      <title>{n.name}: {t(`net.${n.kind}`)}</title>{shape(n)}<text x={n.kind === "cable" ? n.x - n.wide / 2 : n.x} y={y(n) + (n.kind === "cable" ? high - 6 : high / 2 + 4)} text-anchor={n.kind === "cable" ? "start" : "middle"}>{n.name}</text></g>)}
  </svg></div>;
}
