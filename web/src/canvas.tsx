import { useEffect, useRef, useState } from "preact/hooks";
import { theme } from "./palette";
import { Card, type Shown } from "./picture/card";
import { describe } from "./picture/describe";
import { Preview } from "./picture/drag";
import { Ghost, type Kept } from "./picture/ghost";
import { hit, onTerminator, stationNear, things, timeOf, where, type Thing } from "./picture/hit";
import { Layout } from "./picture/layout";
import { Layer, paint, scaleOf, type Frame } from "./picture/paint";
import { CanvasPen } from "./picture/pen";
import { visible } from "./picture/rows";
import { covers } from "./picture/states";
import type { Scale } from "./picture/scale";
import type { Player } from "./player";
import type { Edit, View } from "./types";
import { bits } from "./units";
import { t } from "./words";

interface Props { player: Player; dark: boolean; thick?: boolean; chosen: number; choose(i: number): void; tools?: boolean }

// Canvas shows the picture and handles the pointer and its own keys. The wheel and a pinch zoom, a drag moves in time, a
// drag of a station or of the cable's end changes the network; a point explains what it shows.
export function Canvas({ player, dark, thick, chosen, choose, tools }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [shown, show] = useState<Shown>();
  const [rows, setRows] = useState<boolean>();
  const [folds, setFolds] = useState(true);
  const [kept, keep] = useState<Kept>();
  const [other, compare] = useState<"" | "last" | "kept">("");
  const latest = useRef({ dark, thick, chosen, choose, rows, folds, kept, other, shown });
  latest.current = { dark, thick, chosen, choose, rows, folds, kept, other, shown };

  useEffect(() => {
    const c = canvas.current! as HTMLCanvasElement & { texts?: object; painting?: number[]; previews?: number[] }, pen = c.getContext("2d", { alpha: false })!;
    let handle = 0, last = 0, frames = 0, painted = "", drawn: View | undefined, hover: { x: number; y: number } | undefined, scroll = 0, near: View | undefined, asking = false, dirty = false;
    let layout: Layout | undefined, scale: Scale | undefined, frame: Frame | undefined, on = -1;
    let drag: { station: number; place: number; far: number; end: boolean; x: number; y: number; last: { x: number; y: number }; moved: boolean; touch: boolean } | undefined, edit: Edit | undefined;
    const layer = new Layer(), ghost = new Ghost(), fingers = new Map<number, { x: number; y: number }>();
    const preview = new Preview(player, (v) => { player.view = v; dirty = true; });
    const enlarged = () => latest.current.thick ? 1.4 : 1;
    player.stretch = (at, by) => scale ? scale.after(at, by) : at + by;

    // fill asks for the present, if the window does not show it.
    const fill = () => {
      if (asking || !player.view || covers(player.view, player.now) || covers(near, player.now)) return;
      asking = true;
      const from = Math.floor(player.now), turn = player.started;
      player.ask<View>("view", { from, to: from + 64 * player.about.bit, most: 600, rows: 1, stations: player.lanes, flat: true })
        .then((v) => { if (turn === player.started) { near = v; dirty = true; } }, () => {}).finally(() => { asking = false; });
    };

    const tick = (at: number) => {
      handle = requestAnimationFrame(tick);
      player.tick(Math.min(0.1, (at - last) / 1000));
      last = at;
      void player.look();
      const now = latest.current, density = devicePixelRatio * enlarged(), w = c.clientWidth / enlarged(), h = c.clientHeight / enlarged(), v = player.view;
      if (!v || !w || !h) return;
      if (near && near.stations.length !== v.stations.length) near = undefined;
      v.hidden = player.hidden;
      if (near) near.hidden = player.hidden;
      fill();
      ghost.look(player, now.other === "last" ? "last" : now.other === "kept" ? now.kept : undefined);
      const key = [player.from, player.to, player.now, player.future, w, h, density, now.dark, now.chosen, now.rows, now.folds, hover?.x, hover?.y, scroll, player.started, ...player.hidden].join();
      if (key === painted && drawn === v && !dirty && frame?.ghost === ghost.view) return;
      const began = performance.now();
      painted = key;
      drawn = v;
      dirty = false;
      const wide = Math.round(c.clientWidth * devicePixelRatio), high = Math.round(c.clientHeight * devicePixelRatio);
      if (c.width !== wide || c.height !== high) { c.width = wide; c.height = high; }
      const l = layout = new Layout(v, w, h, now.rows, bits(Math.round(player.to / v.bit) * v.bit, v.bit).length - 3);
      scroll = l.rows ? Math.max(0, Math.min(scroll, l.high - l.body.h)) : 0;
      const lanes = l.rows ? (([a, b]) => { const some: number[] = []; for (let i = Math.max(0, a - 4); i <= Math.min(l.shown - 1, b + 4); i++) some.push(i); return some; })(visible(l, scroll)) : undefined;
      player.flat = l.rows;
      player.lanes = lanes && lanes.length < l.shown ? lanes : undefined;
      const f = frame = { from: player.from, to: player.to, now: player.now, theme: theme(now.dark), chosen: now.chosen, hide: !player.future, folds: now.folds, bold: now.thick ? 2 : 1, scroll, hover, near, ghost: ghost.view };
      scale = scaleOf(l, f);
      pen.setTransform(density, 0, 0, density, 0, 0);
      c.texts = paint(new CanvasPen(pen, density, f.bold), l, f, scale, () => layer.put(pen, l, f, scale!, density)).all;
      c.dataset.frames = String(++frames);
      c.dataset.behind = ghost.view ? ghost.name : "";
      c.previews = preview.times;
      c.dataset.previews = String(preview.shown);
      (c.painting ??= []).push(performance.now() - began);
      if (c.painting.length > 2000) c.painting.splice(0, 1000);
    };
    handle = requestAnimationFrame(tick);

    const spot = (e: { clientX: number; clientY: number }) => { const r = c.getBoundingClientRect(), z = enlarged(); return { x: (e.clientX - r.left) / z, y: (e.clientY - r.top) / z }; };
    const along = (p: { x: number; y: number }) => layout?.rows ? p.x : p.y;
    const strip = () => covers(player.view, player.now) ? player.view : covers(near, player.now) ? near : undefined;
    const find = (p: { x: number; y: number }): Thing | undefined => layout && scale && frame ? hit(layout, scale, frame, strip(), p.x, p.y) : undefined;
    const explain = (x: Thing | undefined, p: { x: number; y: number }, pinned: boolean) => {
      const v = strip();
      // What moves on the strip is known by the view of the present.
      const of = v && p.y < layout!.top && x && x.kind !== "station" ? v : player.view!;
      const at = scale && layout && frame && p.y >= layout.top && along(p) >= (layout.rows ? layout.body.x : layout.body.y) ? scale.at(along(p)) : undefined;
      show(x && { told: describe(of, x, v, player.now), x: p.x * enlarged(), y: p.y * enlarged(), at, pinned });
    };
    // move shows what was at one place at another, and zoomed: in the same scale, through folded time.
    const place = (from: number, to: number) => { player.place(from, to); dirty = true; };
    const pan = (pixels: number) => { if (scale) place(scale.at(scale.start + pixels), scale.at(scale.start + scale.size + pixels)); };
    const zoom = (by: number, around: number) => { if (scale) place(scale.at(around + (scale.start - around) * by), scale.at(around + (scale.start + scale.size - around) * by)); };

    const down = (e: PointerEvent) => {
      const p = spot(e), l = layout;
      if (!l || !frame) return;
      fingers.set(e.pointerId, p);
      c.setPointerCapture(e.pointerId);
      const station = stationNear(l, frame, p.x, p.y);
      drag = { station, place: player.view?.stations[station]?.place ?? 0, far: player.view?.length ?? 0, end: onTerminator(l, p.x, p.y) && station < 0, x: p.x, y: p.y, last: p, moved: false, touch: e.pointerType !== "mouse" };
      edit = undefined;
    };
    const move = (e: PointerEvent) => {
      const p = spot(e), before = fingers.get(e.pointerId), l = layout;
      hover = e.pointerType === "mouse" ? p : undefined;
      if (!l || !frame || !player.view) return;
      if (before && fingers.size === 2) {
        const [other] = [...fingers].filter(([id]) => id !== e.pointerId).map(([, q]) => q);
        const was = Math.hypot(before.x - other.x, before.y - other.y), is = Math.hypot(p.x - other.x, p.y - other.y);
        if (was > 10 && is > 10) zoom(was / is, (along(p) + along(other)) / 2);
        fingers.set(e.pointerId, p);
        drag = undefined;
        return;
      }
      if (before) fingers.set(e.pointerId, p);
      if (!drag) {
        const station = stationNear(l, frame, p.x, p.y), end = onTerminator(l, p.x, p.y), x = e.pointerType === "mouse" ? find(p) : undefined;
        c.style.cursor = (station >= 0 || end) && l.movable && p.y < l.top ? "ew-resize" : x ? "help" : "crosshair";
        if (!latest.current.shown?.pinned && e.pointerType === "mouse") explain(x, p, false);
        return;
      }
      if (Math.hypot(p.x - drag.x, p.y - drag.y) > 4) drag.moved = true;
      if (!drag.moved) return;
      if (!latest.current.shown?.pinned) show(undefined);
      const bit = player.view.bit, far = drag.far;
      if (l.movable && p.y < l.top + 200 && (drag.station >= 0 && drag.y < l.top || drag.end)) {
        player.held = true;
        const value = drag.end
          ? `${Math.max(1, Math.ceil(Math.max(...player.view.stations.map((s) => s.place)) / bit), Math.round(far / bit * (p.x - l.left) / (drag.x - l.left)))}bt`
          : `${Math.round(Math.max(0, Math.min(far, drag.place + (p.x - drag.x) / (l.right - l.left) * far)) / bit)}bt`;
        if (value !== edit?.value) preview.ask(edit = drag.end ? { what: "end", value } : { what: "move", station: drag.station, value });
        return;
      }
      c.style.cursor = "grabbing";
      if (l.rows && Math.abs(p.y - drag.y) > Math.abs(p.x - drag.x) && l.high > l.body.h) scroll -= p.y - drag.last.y;
      else pan(along(drag.last) - along(p));
      drag.last = p;
    };
    const up = (e: PointerEvent) => {
      fingers.delete(e.pointerId);
      const d = drag, p = spot(e), l = layout;
      drag = undefined;
      preview.end();
      if (player.held) {
        player.held = false;
        if (edit && e.type === "pointerup") void player.edit(edit); else void player.look(true);
        return;
      }
      if (!d || !l || !scale || !frame || !player.view || d.moved || e.type !== "pointerup") return;
      if (d.station >= 0) latest.current.choose(d.station);
      const x = find(p);
      if (x) { explain(x, p, true); return; }
      show(undefined);
      if (p.y > (l.rows ? l.top : l.body.y) && (!frame.hide || scale.at(along(p)) <= player.now)) { player.speed = 0; void player.goTo(scale.at(along(p)), true); }
    };
    const leave = () => { hover = undefined; if (!latest.current.shown?.pinned) show(undefined); };
    const wheel = (e: WheelEvent) => {
      e.preventDefault();
      const dy = e.deltaMode === 1 ? e.deltaY * 16 : e.deltaY, p = spot(e), l = layout;
      if (!l) return;
      if (e.shiftKey) pan(dy || e.deltaX);
      else if (l.rows && l.high > l.body.h && !e.ctrlKey && !e.metaKey) scroll += dy;
      else zoom(Math.exp(dy * 0.0015), along(p));
    };
    // Comma and full stop go through the things of the picture, Enter explains the last one.
    const key = (e: KeyboardEvent) => {
      if (!layout || !frame || !scale || e.ctrlKey || e.metaKey || e.altKey) return;
      const own: Record<string, () => void> = {
        ".": () => go(1), ",": () => go(-1), Enter: () => go(0), Escape: () => show(undefined),
        PageDown: () => { scroll += layout!.body.h * 0.8; }, PageUp: () => { scroll -= layout!.body.h * 0.8; },
      };
      const go = (by: number) => {
        const all = things(layout!, frame!);
        if (!all.length) return;
        if (on < 0 || on >= all.length || by === 0 && !latest.current.shown) on = Math.max(0, all.findIndex((x) => timeOf(player.view!, x)![1] >= player.now));
        else on = (on + by + all.length) % all.length;
        const x = all[on];
        if (layout!.rows) { const p = where(layout!, scale!, frame!, x), b = layout!.body; if (p.y < b.y) scroll -= b.y - p.y + 20; else if (p.y > b.y + b.h) scroll += p.y - b.y - b.h + 20; }
        const p = where(layout!, scale!, frame!, x), span = timeOf(player.view!, x);
        show({ told: describe(player.view!, x, strip(), player.now), x: p.x * enlarged(), y: p.y * enlarged(), at: span?.[0], pinned: true });
      };
      const f = own[e.key];
      if (!f) return;
      f();
      e.preventDefault();
      e.stopPropagation();
    };
    c.addEventListener("pointerdown", down);
    c.addEventListener("pointermove", move);
    c.addEventListener("pointerup", up);
    c.addEventListener("pointercancel", up);
    c.addEventListener("pointerleave", leave);
    c.addEventListener("wheel", wheel, { passive: false });
    c.addEventListener("keydown", key);
    return () => { cancelAnimationFrame(handle); player.stretch = undefined; player.lanes = undefined; player.flat = false; };
  }, [player]);

  // A card is of the picture on which it was opened.
  useEffect(() => { show(undefined); }, [player.started, rows]);
  const many = (player.view?.stations.length ?? 0) > 1 && !player.view?.sections && !player.view?.crowd;
  const name = player.about.stations[chosen]?.name, hidden = name !== undefined && player.hidden.has(name);
  return <div class="picture" aria-busy={player.stale}>
    <div class="sheet">
      <canvas ref={canvas} id="diagram" class="diagram" role="img" tabIndex={0} aria-label={t(player.about.crowd ? "crowd.label" : "picture.label")} />
      {shown && <Card shown={shown} close={() => show(undefined)} go={(at) => { player.speed = 0; void player.goTo(at, true); player.show(); }} />}
    </div>
    {tools !== false && <div class="row tools" role="group" aria-label={t("picture.tools")}>
      {many && <button type="button" aria-pressed={rows ?? player.view!.stations.length >= 7} title={t("picture.rowsTitle")} onClick={() => setRows(!(rows ?? player.view!.stations.length >= 7))}>{t("picture.rows")}</button>}
      {!player.about.crowd && <button type="button" aria-pressed={folds} title={t("picture.foldsTitle")} onClick={() => setFolds(!folds)}>{t("picture.folds")}</button>}
      <label>{t("picture.compare")} <select id="compare" value={other} onChange={(e) => compare(e.currentTarget.value as typeof other)}>
        <option value="">{t("picture.compareNone")}</option><option value="last">{t("picture.compareLast")}</option>{kept && <option value="kept">{kept.name}</option>}
      </select></label>
      {(name !== undefined || player.hidden.size > 0) && <button type="button" id="hide" aria-pressed={hidden} title={t("picture.hideTitle")} onClick={() => player.hide(name)}>{name === undefined ? t("picture.showAll") : t("picture.hide", { name })}</button>}
      <button type="button" onClick={() => { keep({ name: player.about.name, text: player.text }); compare("kept"); }}>{t("picture.keep")}</button>
    </div>}
  </div>;
}
