import { createContext, type ComponentChild } from "preact";
import { useContext } from "preact/hooks";
import { Lexer, lexer, type Token, type Tokens } from "marked";

// Markdown shows a text of a lab. HTML in it stays text. A piece of code that changes the scenario by --set is a button.
export const Markdown = ({ text, change, name }: { text: string; change?: (set: string[]) => void; name?: string }) =>
  <Change.Provider value={change && name ? { act: change, name } : undefined}><div class="lab-sheet">{blocks(lexer(text))}</div></Change.Provider>;

const Change = createContext<{ act(set: string[]): void; name: string } | undefined>(undefined);

// changes returns what a piece of code sets: --set PATH=VALUE, in quotes or not. A value that the reader has to choose, as
// in count=N, is not a change.
const changes = (code: string) => [...code.matchAll(/--set\s+(?:'([^']*)'|(\S+))/g)].map((m) => m[1] ?? m[2]).filter((s) => s.includes("=") && !/=N$/.test(s));

function Code({ code }: { code: string }) {
  const change = useContext(Change), set = change ? changes(code) : [];
  if (!change || !set.length) return <code>{code}</code>;
  return <><code>{code}</code> <button type="button" class="try" aria-label={`${change.name}: ${set.join(", ")}`} onClick={() => change.act(set)}>▸ {change.name}</button></>;
}

// Line shows a text of one line.
export const Line = ({ text }: { text: string }) => <>{inline(Lexer.lexInline(text))}</>;

const blocks = (tokens: Token[]): ComponentChild[] => tokens.map((t, i) => {
  switch (t.type) {
    case "space": return null;
    case "heading": return <h3 key={i}>{inline(t.tokens)}</h3>;
    case "paragraph": return <p key={i}>{inline(t.tokens)}</p>;
    case "blockquote": return <blockquote key={i}>{blocks(t.tokens ?? [])}</blockquote>;
    case "hr": return <hr key={i} />;
    case "code": return <pre key={i} class="scroll" tabIndex={0}>{t.text}</pre>;
    case "list": {
      const items = (t as Tokens.List).items.map((l, k) => <li key={k}>{blocks(l.tokens)}</li>);
      return t.ordered ? <ol key={i} start={Number(t.start) || 1}>{items}</ol> : <ul key={i}>{items}</ul>;
    }
    case "table": {
      const { header, rows } = t as Tokens.Table;
      return <div key={i} class="scroll" tabIndex={0}><table><thead><tr>{header.map((c, k) => <th key={k} scope="col">{inline(c.tokens)}</th>)}</tr></thead>
        <tbody>{rows.map((r, n) => <tr key={n}>{r.map((c, k) => <td key={k}>{inline(c.tokens)}</td>)}</tr>)}</tbody></table></div>;
    }
    case "text": return <span key={i}>{t.tokens ? inline(t.tokens) : t.text}</span>;
  }
  return <p key={i}>{t.raw}</p>;
});

const inline = (tokens: Token[] = []): ComponentChild[] => tokens.map((t, i) => {
  switch (t.type) {
    case "strong": return <strong key={i}>{inline(t.tokens)}</strong>;
    case "em": return <em key={i}>{inline(t.tokens)}</em>;
    case "codespan": return <Code key={i} code={plain(t.text)} />;
    case "br": return <br key={i} />;
    case "link": return /^https?:/.test(t.href) ? <a key={i} href={t.href} target="_blank" rel="noreferrer noopener">{inline(t.tokens)}</a> : <span key={i}>{inline(t.tokens)}</span>;
    case "image": return /^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/.test(t.href) ? <img key={i} src={t.href} alt={plain(t.text)} /> : <em key={i}>[{plain(t.text)}]</em>; // the page loads no other files
    case "escape": case "text": return "tokens" in t && t.tokens ? <span key={i}>{inline(t.tokens)}</span> : plain(t.text);
  }
  return t.raw;
});

// plain undoes the escapes that are for HTML.
const plain = (text: string) => text.replace(/&(lt|gt|quot|amp|#39);/g, (_, e: string) => ({ lt: "<", gt: ">", quot: '"', amp: "&", "#39": "'" })[e]!);
