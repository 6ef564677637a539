import { useState } from "preact/hooks";
import type { Problem } from "./engine";
import type { Player } from "./player";
import { pngOf, svgOf } from "./picture/export";
import { link } from "./route";
import { save } from "./share";
import { Crowd } from "./crowd";
import { Topology } from "./topology";
import type { About } from "./types";
import { bits, clock } from "./units";
import { spoken, t } from "./words";
import { say, translation } from "./words/said";

const number = (s: string) => Number(s.trim());

// Field is a number that the reader sets. It takes effect on Enter, or when the reader leaves the field.
function Field({ label, value, unit, min, max, step, set }: { label: string; value: number | string; unit?: string; min: number; max?: number; step?: number; set(v: number): void }) {
  return <label class="field"><span>{label}</span><span><input type="number" value={value} min={min} max={max} step={step ?? 1} aria-label={unit ? `${label}, ${unit}` : label}
    onChange={(e) => { const v = number(e.currentTarget.value); if (Number.isFinite(v) && v >= min) set(v); }} /> {unit}</span></label>;
}

// Network shows what the reader can change without editing the text: of a network of several segments, the path that
// is shown.
export function Network(props: { player: Player; chosen: number; choose(i: number): void }) {
  const { about } = props.player;
  if (about.crowd) return <Crowd player={props.player} />;
  return about.network ? <Paths player={props.player} /> : <Medium {...props} />;
}

// Paths shows what a network is made of, and chooses the ends of the path.
function Paths({ player }: { player: Player }) {
  const net = player.about.network!, [a, b] = net.path;
  const end = (label: string, value: string, other: string, set: (name: string) => void) =>
    <label class="field"><span>{label}</span><select aria-label={label} value={value} onChange={(e) => set(e.currentTarget.value)}>
      {net.stations.filter((s) => s !== other).slice(0, 1000).map((s) => <option key={s} value={s}>{s}</option>)}</select></label>;
  return <div>
    <div class="fields" id="path">
      {a !== b && end(t("net.from"), a, b, (name) => void player.along(name, b))}
      {a !== b && end(t("net.to"), b, a, (name) => void player.along(a, name))}
      <Field label={t("net.seed")} value={player.about.seed} min={0} set={(v) => void player.edit({ what: "seed", value: String(Math.floor(v)) })} />
    </div>
    <Topology net={net} choose={(name) => { if (name !== a && name !== b) void player.along(a, name); }} />
    <p class="small">{t("net.path")}{net.domains.length > 1 && " " + t("net.domains", { n: net.domains.length, names: net.domains.slice(0, 12).join(", ") + (net.domains.length > 12 ? ", …" : ".") })}</p>
  </div>;
}

function Medium({ player, chosen, choose }: { player: Player; chosen: number; choose(i: number): void }) {
  const { about } = player, bit = about.bit, edit = (what: string, value: string | number) => void player.edit({ what, value: String(value) });
  const size = /\bsize: *(\d+)/.exec(player.text)?.[1];
  const policy = /^backoff: *([\w-]+) *$/m.exec(player.text)?.[1] ?? (about.stations.every((s) => s.policy === about.stations[0].policy && !s.hand) ? about.stations[0].policy : "");
  return <div>
    <div class="fields">
      <Field label={t("net.stations")} value={about.stations.length} min={1} max={1000} set={(v) => edit("count", Math.floor(v))} />
      <Field label={t(about.star ? "net.delay" : "net.cableLength")} unit="bt" value={+(about.length / bit).toFixed(3)} min={0} step={5} set={(v) => edit("length", `${v}bt`)} />
      <Field label={t("net.size")} unit={t("net.octets")} value={size ?? ""} min={1} max={9000} set={(v) => edit("size", Math.floor(v))} />
      <Field label={t("net.seed")} value={about.seed} min={0} set={(v) => edit("seed", Math.floor(v))} />
      <label class="field"><span>{t("net.policy")}</span><select aria-label={t("net.policyOfAll")} value={policy} onChange={(e) => e.currentTarget.value && edit("policy", e.currentTarget.value)}>
        <option value="">{t("net.asWritten")}</option>
        {about.policies.map((p) => <option key={p.name} value={p.name} title={say({ text: p.text, form: p.text })}>{p.name}</option>)}
      </select></label>
    </div>
    <h3>{t("net.stations")}</h3>
    <p class="small">{t(about.star ? "net.equal" : "net.drag")} {t("net.byHand")}</p>
    <div class="scroll" tabIndex={0} role="group" aria-label={t("net.table")}><table class="stations">
      <thead><tr><th scope="col">{t("net.name")}</th><th scope="col">{t("net.place")}</th><th scope="col">{t("net.backoff")}</th></tr></thead>
      <tbody>{about.stations.slice(0, 100).map((s, i) => <tr key={i} class={i === chosen ? "chosen" : ""} onFocusCapture={() => choose(i)}>
        <th scope="row">{s.name}</th>
        <td>{about.star ? "–" : <input type="number" aria-label={t("net.placeOf", { name: s.name })} min={0} step={5} value={+(s.place / bit).toFixed(3)}
          onChange={(e) => { const v = number(e.currentTarget.value); if (v >= 0) void player.edit({ what: "move", station: i, value: `${v}bt` }); }} />}</td>
        <td><select aria-label={t("net.backoffOf", { name: s.name })} value={s.hand ? "hand" : "draw"} onChange={(e) => void player.edit(e.currentTarget.value === "hand" ? { what: "hand", station: i, slots: [] } : { what: "draw", station: i })}>
          <option value="draw">{t("net.random")}</option><option value="hand">{t("net.hand")}</option></select>
          {s.hand && <input type="text" class="slots" aria-label={t("net.slotsOf", { name: s.name })} title={t("net.slots")} value={(s.slots ?? []).join(" ")} placeholder={t("net.noneYet")}
            onChange={(e) => void player.edit({ what: "hand", station: i, slots: e.currentTarget.value.split(/[ ,]+/).filter(Boolean).map((v) => Math.max(0, Math.floor(Number(v)) || 0)) })} />}</td>
      </tr>)}</tbody>
    </table></div>
  </div>;
}

// Text is the scenario as text. Errors name their line and column; warnings, which a lesson may have on purpose, stand here
// and not before the picture.
export function Text({ player }: { player: Player }) {
  const { draft, about } = player; // the draft is the player's, so that it outlives this tab
  const run = async () => {
    await player.open(player.draft, { history: "add" }); // as it is now: what is drawn may be older than what is typed
    requestAnimationFrame(() => document.getElementById("problems")?.scrollIntoView({ block: "nearest" })); // on a phone it is far above
  };
  return <div>
    <textarea id="text" spellcheck={false} autocomplete="off" autocapitalize="off" aria-label={t("text.text")} aria-invalid={player.problems.length > 0} rows={18} wrap="off" value={draft}
      onInput={(e) => player.write(e.currentTarget.value)} onKeyDown={(e) => { if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) { e.preventDefault(); void run(); } }} />
    <p class="row"><button type="button" class="main" id="run" onClick={() => void run()}>{t("text.run")}</button><span class="small">{t("text.runKey")}</span>
      {draft !== player.text && <button type="button" onClick={() => player.undo()}>{t("tool.undo")}</button>}
      <span class="spacer" /><button type="button" onClick={() => save("scenario.yaml", draft, "application/yaml")}>{t("text.save")}</button></p>
    {about.warnings.length > 0 && <details class="small"><summary>{t("text.warnings", { n: about.warnings.length })}</summary><ul>{about.warnings.map((w) => <Warning key={w.text} of={w} />)}</ul></details>}
  </div>;
}

// Warning is a warning, in the reader's language if the page knows it.
function Warning({ of: { text, line, said } }: { of: About["warnings"][number] }) {
  const own = said && translation(said);
  return own ? <li>{line ? t("text.line", { line, text: own }) : own}</li> : <li lang="en">{text}</li>;
}

// jump moves the cursor to a place in the text.
export function jump(line: number, column: number) {
  const area = document.getElementById("text") as HTMLTextAreaElement | null;
  if (!area) return;
  const lines = area.value.split("\n"), at = lines.slice(0, line - 1).reduce((n, l) => n + l.length + 1, 0) + column - 1;
  area.focus();
  area.setSelectionRange(at, at + 1);
  area.scrollTop = (line - 4) * area.scrollHeight / Math.max(1, lines.length);
}

// inWords returns what a problem is, in the reader's language if the page knows it, after the path that it is about.
function inWords({ Text, Said }: Problem): string | undefined {
  const own = Said && translation(Said);
  return own && Text.slice(0, Math.max(0, Text.length - Said.text.length)) + own;
}

// Problems lists the errors of the scenario; each leads to its place in the text.
export function Problems({ player, show }: { player: Player; show?(line: number, column: number): void }) {
  if (!player.trouble) return null;
  return <div class="trouble" role="alert" id="problems">
    {player.problems.length === 0 ? player.trouble : <ul>{player.problems.map((p, i) => <li key={i}>{p.Line > 0 && show ? <><button type="button" class="place" onClick={() => show(p.Line, p.Column)}>{t("text.place", { line: p.Line, column: p.Column })}</button> </> : null}{inWords(p) ?? <span lang="en">{p.Text}</span>}</li>)}</ul>}
    {player.hint && player.hint !== player.trouble && <b> {player.hint}</b>}
    {player.draft !== player.text && <span class="small"> {t("text.last")}</span>}
    {spoken() !== "en" && player.problems.some((p) => inWords(p) === undefined) && <span class="small"> {t("text.english")}</span>}
  </div>;
}

// Share saves the scenario, the results and the picture, and makes a link.
export function Share({ player, chosen }: { player: Player; chosen: number }) {
  const [said, say] = useState("");
  const name = player.about.name.replace(/[^\w]+/g, "-").replace(/^-|-$/g, "") || "scenario";
  const make = async () => {
    const url = location.href.split("#")[0] + await link(player, chosen);
    history.replaceState(null, "", url);
    try { await navigator.clipboard.writeText(url); say(t("share.clipboard")); }
    catch { say(t("share.address")); }
  };
  const file = async (kind: "events" | "pcap" | "json", ending: string, type: string) => {
    say(t("share.writing"));
    const octets = await player.file(kind);
    save(`${name}.${ending}`, octets as Uint8Array<ArrayBuffer>, type);
    say(octets.length > 64 << 20 ? t("share.part") : t("share.written", { file: `${name}.${ending}` }));
  };
  const dark = document.documentElement.dataset.theme === "dark";
  const picture = async () => {
    const b = await pngOf(player, dark);
    if (b) { save(`${name}.png`, b, "image/png"); say(t("share.written", { file: `${name}.png` })); }
  };
  const drawing = () => { save(`${name}.svg`, svgOf(player, dark), "image/svg+xml"); say(t("share.written", { file: `${name}.svg` })); };
  return <div class="share">
    <button type="button" id="link" onClick={() => void make()}>{t("share.link")}</button>
    <button type="button" onClick={() => save(`${name}.scenario.yaml`, player.text, "application/yaml")}>{t("share.scenario")}</button>
    <button type="button" id="events" onClick={() => void file("events", "events.jsonl", "application/x-ndjson")}>{t("share.events")}</button>
    {!player.about.crowd && <button type="button" id="pcap" onClick={() => void file("pcap", "pcapng", "application/octet-stream")}>{t("share.capture")}</button>}
    <button type="button" id="json" onClick={() => void file("json", "json", "application/json")} disabled={!player.complete}>{t("share.result")}</button>
    <button type="button" onClick={() => void picture()}>{t("share.picture", { kind: "PNG" })}</button>
    <button type="button" onClick={drawing}>{t("share.picture", { kind: "SVG" })}</button>
    <p role="status" id="said">{said}</p>
    <p class="small">{madeOf(player.about)}</p>
  </div>;
}

// madeOf says in a line what a scenario is made of.
function madeOf({ crowd, network, line, stations, length, bit, star, duration }: About): string {
  const made = crowd ? t("crowd.share", { kind: crowd.kind, n: stations.length }) : network ? t("share.network", { n: network.stations.length, devices: network.devices.length })
    : t(star ? "share.star" : "share.cable", { line, n: stations.length, length: bits(length, bit) });
  return duration ? `${made}, ${clock(duration)}.` : made + ".";
}
