import type { ComponentChild } from "preact";
import { t } from "./words";

export interface Tab { id: string; name: string; show(): ComponentChild }

// Tabs shows one of several panels. The arrows lead from one to the next.
export function Tabs({ tabs, tab, set }: { tabs: Tab[]; tab: string; set(id: string): void }) {
  const shown = tabs.findIndex((t) => t.id === tab);
  return <>
    <div role="tablist" aria-label={t("shell.more")}>{tabs.map(({ id, name }, i) => <button key={id} type="button" role="tab" id={`tab-${id}`} aria-selected={i === shown} aria-controls="tab" tabIndex={i === shown ? 0 : -1}
      onClick={() => set(id)} onKeyDown={(e) => {
        const by = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
        if (!by) return;
        e.preventDefault();
        const next = tabs[(i + by + tabs.length) % tabs.length].id;
        set(next);
        document.getElementById(`tab-${next}`)?.focus();
      }}>{name}</button>)}</div>
    <div id="tab" role="tabpanel" aria-labelledby={`tab-${tab}`}>{tabs[shown]?.show()}</div>
  </>;
}
