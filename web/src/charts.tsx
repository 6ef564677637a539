import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { theme } from "./palette";
import type { Player } from "./player";
import { locale, t } from "./words";

// Live draws the curves of the run, with a line at the instant on display.
export function Live({ player, dark }: { player: Player; dark: boolean }) {
  if (player.about.crowd) return <div class="charts">
    <Curve player={player} dark={dark} label={t("crowd.chart.done")} unit={t("crowd.chart.perSecond")} pick="done" colour={2} dash={[]} />
    <Curve player={player} dark={dark} label={t("crowd.chart.failed")} unit={t("crowd.chart.perSecond")} pick="failed" colour={1} dash={[6, 3]} />
    <Curve player={player} dark={dark} label={t("crowd.chart.delay")} unit={t("crowd.chart.delayUnit")} pick="delay" colour={0} dash={[2, 2]} />
  </div>;
  return <div class="charts">
    <Curve player={player} dark={dark} label={t("chart.utilisation")} unit={t("chart.utilisationUnit")} pick="utilisation" colour={2} dash={[]} />
    <Curve player={player} dark={dark} label={t("chart.detections")} unit={t("chart.detectionsUnit")} pick="detections" colour={1} dash={[6, 3]} />
    <Curve player={player} dark={dark} label={t("chart.delay")} unit={t("chart.delayUnit")} pick="delay" colour={0} dash={[2, 2]} />
  </div>;
}

interface CurveProps { player: Player; dark: boolean; label: string; unit: string; pick: "utilisation" | "detections" | "delay" | "done" | "failed"; colour: number; dash: number[] }

function Curve({ player, dark, label, unit, pick, colour, dash }: CurveProps) {
  const place = useRef<HTMLDivElement>(null), plot = useRef<uPlot | undefined>(undefined), data = player.charts;

  useEffect(() => {
    const look = theme(dark), at = place.current!;
    const axis = { stroke: look.ink, grid: { stroke: look.line, width: 1 }, ticks: { stroke: look.line, width: 1 }, font: "11px system-ui, sans-serif" };
    const seconds = (_: uPlot, all: number[]) => all.map((v) => v === 0 ? "0" : v < 1e-3 ? `${+(v * 1e6).toPrecision(6)}µs` : v < 1 ? `${+(v * 1e3).toPrecision(6)}ms` : `${+v.toPrecision(6)}s`);
    const line = { hooks: { draw: [(u: uPlot) => {
      const x = u.valToPos(player.now / 1e12, "x", true);
      u.ctx.save();
      u.ctx.strokeStyle = look.now;
      u.ctx.lineWidth = 2;
      u.ctx.beginPath();
      u.ctx.moveTo(x, u.bbox.top);
      u.ctx.lineTo(x, u.bbox.top + u.bbox.height);
      u.ctx.stroke();
      u.ctx.restore();
    }] } };
    plot.current = new uPlot({
      width: Math.max(200, at.clientWidth), height: 130, legend: { show: false }, cursor: { drag: { x: false, y: false } },
      scales: { x: { time: false }, y: { range: (_, __, most) => [0, pick === "utilisation" ? 1 : Math.max(most ?? 0, 1e-9) * 1.1] } },
      axes: [{ ...axis, values: seconds, size: 28 }, { ...axis, size: 60 }],
      series: [{}, { stroke: look.series[colour], width: 2, dash, points: { show: data.at.length < 3 }, spanGaps: true }],
      plugins: [line],
    }, [data.at, data[pick]], at);
    const resize = new ResizeObserver(() => plot.current?.setSize({ width: Math.max(200, at.clientWidth), height: 130 }));
    resize.observe(at);
    return () => { resize.disconnect(); plot.current?.destroy(); };
  }, [dark, player]);

  useEffect(() => { plot.current?.setData([data.at, data[pick]]); }, [data]);
  useEffect(() => { plot.current?.redraw(false); }, [player.now]);

  const shown = (data[pick] as (number | null)[]).filter((v): v is number => v !== null), last = shown[shown.length - 1];
  const latest = last === undefined ? "" : t("chart.latest", { value: (+last.toPrecision(3)).toLocaleString(locale(), { maximumSignificantDigits: 3 }) });
  return <figure><figcaption><b>{label}</b> {unit}{latest && <span class="small"> · {latest}</span>}</figcaption>
    <div ref={place} role="img" aria-label={`${label}, ${unit}: ${latest || t("chart.none")}`} /></figure>;
}
