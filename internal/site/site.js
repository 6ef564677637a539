"use strict";
// What pages can do with a script: the menu on a narrow screen, and search. Without one the
// menu is open, and all else is there.
const root = document.currentScript.dataset.root;
document.documentElement.classList.add("script");

// The menu.
const menu = document.querySelector("button.menu"), navigation = document.querySelector("#navigation");
menu.hidden = false;
menu.addEventListener("click", () => menu.setAttribute("aria-expanded", navigation.classList.toggle("open")));
const here = navigation.querySelector("[aria-current]");
if (here && here.offsetTop > navigation.clientHeight) navigation.scrollTop = here.offsetTop - navigation.clientHeight / 3;

// The list of headings is open where it stands beside the text.
const contents = document.querySelector(".contents details"), beside = matchMedia("(min-width: 1300px)");
if (contents) {
  const set = () => { contents.open = beside.matches; };
  beside.addEventListener("change", set);
  set();
}

// A link to each heading.
for (const h of document.querySelectorAll("article :is(h2, h3, h4, h5)[id]")) {
  const a = document.createElement("a");
  a.className = "anchor";
  a.href = "#" + h.id;
  a.textContent = "#";
  a.setAttribute("aria-label", "Link to " + h.textContent);
  h.append(a);
}

// What scrolls sideways is reached by the keyboard.
const sideways = () => {
  for (const e of document.querySelectorAll("pre, .wide")) {
    if (e.scrollWidth > e.clientWidth) {
      e.tabIndex = 0;
      e.setAttribute("role", "region");
      e.setAttribute("aria-label", e.matches("pre") ? "Code" : "Table");
    } else for (const a of ["tabindex", "role", "aria-label"]) e.removeAttribute(a);
  }
};
addEventListener("resize", sideways);
addEventListener("toggle", sideways, true);
sideways();

// Search. The list of sections is loaded when it is first needed, as a script, which a browser
// takes from a folder on disk too.
const form = document.querySelector("form"), query = form.querySelector("input"), results = document.querySelector("#results");
const list = results.querySelector("ol"), status = results.querySelector("[role=status]");
form.hidden = false;
let loading;
const load = () => loading ??= new Promise((done, failed) => {
  const s = document.createElement("script");
  s.src = root + "search.js";
  s.onload = () => {
    for (const section of csmacdSearch.sections) section.push(section[2].toLowerCase(), section[3].toLowerCase()); // 5 and 6
    done(csmacdSearch);
  };
  s.onerror = failed;
  document.head.append(s);
});
query.addEventListener("focus", load);

// Prose counts more than packages, and these more than files.
const weights = [1, 0.6, 0.5];
const escaped = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

// found returns the sections in which every word begins some word, best first.
function found({ pages, sections }, words) {
  const tests = words.map((w) => [new RegExp("(?<![\\p{L}\\p{N}])" + escaped(w), "u"), new RegExp("(?<![\\p{L}\\p{N}])" + escaped(w) + "(?![\\p{L}\\p{N}])", "u"), w]);
  const all = [];
  for (const section of sections) {
    const page = pages[section[0]], title = page[1].toLowerCase();
    let score = 0;
    for (const [begins, whole, word] of tests) {
      let s = 0;
      if (begins.test(section[5])) s += whole.test(section[5]) ? 12 : 7;
      if (begins.test(title)) s += whole.test(title) ? 6 : 3;
      if (section[4].includes(word)) s += 10;
      if (begins.test(section[6])) s += (whole.test(section[6]) ? 3 : 1.5) + 300 / (300 + section[6].length);
      if (s === 0) { score = 0; break; }
      score += s;
    }
    const phrase = words.join(" ");
    if (score && words.length > 1) score += section[5].includes(phrase) ? 10 : section[6].includes(phrase) ? 4 : 0;
    if (score) all.push([score * weights[page[2]], section]);
  }
  // A page has three sections among the first; its others follow those of other pages.
  const best = [], rest = [], count = new Map();
  for (const [, section] of all.sort((a, b) => b[0] - a[0])) {
    const n = (count.get(section[0]) ?? 0) + 1;
    count.set(section[0], n);
    (n > 3 ? rest : best).push(section);
  }
  return best.concat(rest);
}

// marked appends a text to an element with the words in it marked.
function marked(to, text, words) {
  const pattern = new RegExp("(" + words.map(escaped).join("|") + ")", "giu");
  text.split(pattern).forEach((part, i) => {
    if (i % 2) {
      const m = document.createElement("mark");
      m.textContent = part;
      to.append(m);
    } else to.append(part);
  });
}

// around returns the piece of a text about the first of the words.
function around(text, lower, words) {
  const at = Math.max(0, Math.min(...words.map((w) => lower.indexOf(w)).filter((i) => i >= 0).concat(lower.length)));
  const from = at === lower.length ? 0 : Math.max(0, text.lastIndexOf(" ", Math.max(0, at - 60)));
  return (from ? "... " : "") + text.slice(from, from + 180).trim() + (from + 180 < text.length ? " ..." : "");
}

const most = 30;
async function search() {
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  results.hidden = words.length === 0;
  if (results.hidden) return;
  let index;
  try { index = await load(); } catch { status.textContent = "The file search.js is missing: the search does not work."; return; }
  if (words.join() !== query.value.toLowerCase().split(/\s+/).filter(Boolean).join()) return; // typed on while it loaded
  const all = found(index, words);
  status.textContent = all.length === 0 ? "Nothing found." : all.length === 1 ? "1 section" : all.length + " sections" + (all.length > most ? "; the first " + most : "");
  list.replaceChildren(...all.slice(0, most).map((section) => {
    const page = index.pages[section[0]], a = document.createElement("a"), item = document.createElement("li");
    a.href = root + page[0] + (section[1] ? "#" + section[1] : "");
    const b = document.createElement("b"), span = document.createElement("span");
    marked(b, section[2] && section[2] !== page[1] ? page[1] + " › " + section[2] : page[1], words);
    marked(span, around(section[3], section[6], words), words);
    a.append(b, span);
    item.append(a);
    return item;
  }));
  results.scrollTop = 0;
}
const close = () => { results.hidden = true; };
query.addEventListener("input", search);
form.addEventListener("submit", (e) => { e.preventDefault(); list.querySelector("a")?.click(); });
form.addEventListener("keydown", (e) => {
  const links = [query, ...list.querySelectorAll("a")], i = links.indexOf(document.activeElement);
  if (e.key === "ArrowDown" || e.key === "ArrowUp") {
    e.preventDefault();
    links[Math.max(0, Math.min(links.length - 1, i + (e.key === "ArrowDown" ? 1 : -1)))].focus();
  } else if (e.key === "Escape") {
    close();
    query.focus();
  }
});
list.addEventListener("click", close);
form.addEventListener("focusout", (e) => { if (!form.contains(e.relatedTarget)) close(); });
query.addEventListener("focus", () => { if (query.value) search(); });
document.addEventListener("keydown", (e) => {
  if (e.key === "/" && !e.ctrlKey && !e.metaKey && !e.altKey && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) {
    e.preventDefault();
    query.focus();
  }
});
