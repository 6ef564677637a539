import type { Player } from "./player";
import type { CrowdField } from "./types";
import { t } from "./words";
import { say } from "./words/said";

// Crowd shows what can be changed of a medium other than a cable: its keys, and those of the groups of its clients.
export function Crowd({ player }: { player: Player }) {
  const { about } = player, crowd = about.crowd!, edit = (what: string, value: string) => void player.edit({ what, value });
  const field = (f: CrowdField, name: string) => <label key={f.path} class="field"><span>{f.key}</span>
    <input type="text" spellcheck={false} autocomplete="off" autocapitalize="off" aria-label={t("crowd.fieldOf", { key: f.key, name })} value={f.value} onChange={(e) => edit("set", `${f.path}=${e.currentTarget.value.trim()}`)} /></label>;
  const policy = /^backoff: *([\w-]+) *$/m.exec(player.text)?.[1] ?? "";
  return <div class="crowd">
    <div class="fields">
      <label class="field"><span>{t("net.seed")}</span><input type="number" min={0} value={about.seed} onChange={(e) => { const v = Number(e.currentTarget.value); if (v >= 0) edit("seed", String(Math.floor(v))); }} /></label>
      <label class="field"><span>{t("net.policy")}</span><select value={policy} onChange={(e) => e.currentTarget.value && edit("policy", e.currentTarget.value)}>
        <option value="">{t("net.asWritten")}</option>{about.policies.map((p) => <option key={p.name} value={p.name} title={say({ text: p.text, form: p.text })}>{p.name}</option>)}</select></label>
    </div>
    <h3>{t("crowd.medium")}</h3>
    <p class="small">{t("crowd.fields")}</p>
    <div class="fields">{crowd.fields.map((f) => field(f, crowd.kind))}</div>
    {crowd.groups.map((g, i) => <fieldset key={i}><legend>{g.name || t("crowd.clients")}</legend><div class="fields">{g.fields.map((f) => field(f, g.name))}</div></fieldset>)}
  </div>;
}
