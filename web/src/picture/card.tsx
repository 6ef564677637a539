// A card that explains a thing of the picture.
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../words";
import type { Card as Told } from "./describe";

export interface Shown { told: Told; x: number; y: number; at?: number; pinned: boolean }

interface Props { shown: Shown; go(at: number): void; close(): void }

// Card stands beside the point that it is about. A pinned one stays, and has buttons.
export function Card({ shown, go, close }: Props) {
  const { told, x, y, pinned } = shown, self = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const e = self.current!, room = e.parentElement!, w = e.offsetWidth, h = e.offsetHeight;
    const right = x + 18 + w <= room.clientWidth, left = x - 18 - w >= 0;
    e.style.left = `${right ? x + 18 : left ? x - 18 - w : Math.max(4, (room.clientWidth - w) / 2)}px`;
    // Where it cannot stand beside its point, it stands below or above it.
    e.style.top = `${Math.max(2, right || left ? Math.min(y + 12, room.clientHeight - h - 4) : y + 22 + h <= room.clientHeight ? y + 22 : y - 22 - h)}px`;
  });
  useEffect(() => {
    if (!pinned) return;
    const key = (e: KeyboardEvent) => { if (e.key === "Escape") { close(); e.stopPropagation(); } };
    addEventListener("keydown", key, true);
    return () => removeEventListener("keydown", key, true);
  }, [pinned]);
  const button = (text: string, act: () => void) => <button type="button" onClick={act}>{text}</button>;
  return <div ref={self} class={pinned ? "card pinned" : "card"} role={pinned ? "group" : undefined} aria-label={pinned ? told.title : undefined} id="card">
    <p class="title"><b>{told.title}</b>{pinned && <button type="button" class="close" aria-label={t("card.close")} onClick={close}>×</button>}</p>
    <div aria-live="polite">{told.lines.filter(Boolean).map((l) => <p key={l}>{l}</p>)}</div>
    {told.clause && <p class="clause">{told.clause.startsWith("802") ? `IEEE ${told.clause}` : t("card.clause", { clause: told.clause })}</p>}
    {pinned && <p class="row">
      {told.from !== undefined && button(t("card.start"), () => go(told.from!))}
      {told.until !== undefined && told.until > told.from! && button(t("card.end"), () => go(told.until!))}
      {shown.at !== undefined && button(t("card.go"), () => go(shown.at!))}
    </p>}
  </div>;
}
