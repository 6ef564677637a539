import { useEffect, useRef } from "preact/hooks";
import { draw, head, Layer, Layout } from "./diagram";
import { theme } from "./palette";
import type { Player } from "./player";

interface Props { player: Player; dark: boolean; chosen: number; choose(i: number): void }

// Canvas shows the diagram and handles the pointer: the wheel and a pinch zoom, a drag moves in
// time, a drag of a name moves its station.
export function Canvas({ player, dark, chosen, choose }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef({ dark, chosen, choose });
  latest.current = { dark, chosen, choose };

  useEffect(() => {
    const c = canvas.current!, pen = c.getContext("2d", { alpha: false })!;
    let handle = 0, last = 0, frames = 0, painted = "", hover: { x: number; y: number } | undefined;
    const layer = new Layer();
    let layout: Layout | undefined, drag: { station: number; x: number; y: number; from: number; moved: boolean } | undefined;
    const fingers = new Map<number, { x: number; y: number }>();

    const frame = (at: number) => {
      handle = requestAnimationFrame(frame);
      player.tick(Math.min(0.1, (at - last) / 1000));
      last = at;
      void player.look();
      const scale = devicePixelRatio, w = c.clientWidth, h = c.clientHeight;
      if (!player.view || !w || !h) return;
      const key = [player.from, player.to, player.now, w, h, scale, latest.current.dark, latest.current.chosen, hover?.x, hover?.y, player.started, player.view.from, player.view.until, player.view.stations[drag?.station ?? 0]?.place].join();
      if (key === painted) return;
      painted = key;
      if (c.width !== Math.round(w * scale) || c.height !== Math.round(h * scale)) { c.width = Math.round(w * scale); c.height = Math.round(h * scale); }
      layout = new Layout(player.view, w, h);
      draw(pen, layout, { from: player.from, to: player.to, now: player.now, theme: theme(latest.current.dark), chosen: latest.current.chosen, hover }, scale, layer);
      c.dataset.frames = String(++frames);
    };
    handle = requestAnimationFrame(frame);

    const spot = (e: PointerEvent | WheelEvent) => { const r = c.getBoundingClientRect(); return { x: e.clientX - r.left, y: e.clientY - r.top }; };
    const timeAt = (y: number) => player.from + (y - head) / (c.clientHeight - head) * (player.to - player.from);

    const down = (e: PointerEvent) => {
      const p = spot(e);
      fingers.set(e.pointerId, p);
      c.setPointerCapture(e.pointerId);
      const station = layout?.station(p.x, p.y) ?? -1;
      drag = { station, x: p.x, y: p.y, from: player.from, moved: false };
      if (station >= 0) latest.current.choose(station);
    };
    const move = (e: PointerEvent) => {
      const p = spot(e), before = fingers.get(e.pointerId);
      hover = e.pointerType === "mouse" ? p : undefined;
      if (before && fingers.size === 2) {
        const [other] = [...fingers].filter(([id]) => id !== e.pointerId).map(([, q]) => q);
        const was = Math.hypot(before.x - other.x, before.y - other.y), is = Math.hypot(p.x - other.x, p.y - other.y);
        if (was > 10 && is > 10) player.zoom(was / is, timeAt((p.y + other.y) / 2));
        fingers.set(e.pointerId, p);
        drag = undefined;
        return;
      }
      if (before) fingers.set(e.pointerId, p);
      c.style.cursor = drag && drag.station < 0 ? "grabbing" : (layout?.station(p.x, p.y) ?? -1) >= 0 ? (layout!.movable ? "ew-resize" : "pointer") : "crosshair";
      if (!drag || !layout || !player.view) return;
      if (Math.hypot(p.x - drag.x, p.y - drag.y) > 4) drag.moved = true;
      if (!drag.moved) return;
      if (drag.station < 0) {
        player.pan(drag.from - (p.y - drag.y) / (c.clientHeight - head) * (player.to - player.from) - player.from);
        return;
      }
      if (layout.movable) {
        const bit = player.view.bit;
        player.view.stations[drag.station].place = Math.min(player.view.length!, Math.round(layout.place(p.x) / bit) * bit);
        painted = "";
      }
    };
    const up = (e: PointerEvent) => {
      fingers.delete(e.pointerId);
      const d = drag, p = spot(e);
      drag = undefined;
      if (!d || !layout || !player.view) return;
      if (d.station >= 0 && d.moved && layout.movable) {
        void player.edit({ what: "move", station: d.station, value: `${player.view.stations[d.station].place / player.view.bit}bt` });
      } else if (d.station < 0 && !d.moved && p.y > head) {
        player.speed = 0;
        void player.goTo(timeAt(p.y), true);
      }
    };
    const leave = () => { hover = undefined; };
    const wheel = (e: WheelEvent) => {
      e.preventDefault();
      const dy = e.deltaMode === 1 ? e.deltaY * 16 : e.deltaY;
      if (e.ctrlKey || e.metaKey || !e.shiftKey) player.zoom(Math.exp(dy * 0.0015), timeAt(spot(e).y));
      else player.pan((dy || e.deltaX) / c.clientHeight * (player.to - player.from));
    };
    c.addEventListener("pointerdown", down);
    c.addEventListener("pointermove", move);
    c.addEventListener("pointerup", up);
    c.addEventListener("pointercancel", up);
    c.addEventListener("pointerleave", leave);
    c.addEventListener("wheel", wheel, { passive: false });
    return () => cancelAnimationFrame(handle);
  }, [player]);

  return <canvas ref={canvas} id="diagram" class="diagram" role="img" tabIndex={0}
    aria-label="Space-time diagram: place on the cable across, time down. What it shows is told in words beside it." />;
}
