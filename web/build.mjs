// Builds the page into internal/page/dist: the engine as compressed WebAssembly, the
// script with the worker's in it, the style, and the document. The same sources and
// versions give the same bytes.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { gzipAsync } from "@gfx/zopfli";
import { build } from "esbuild";
import { join as joined } from "./segments.mjs"; // and without the names of functions

const root = resolve(import.meta.dirname, "..");
const quick = process.argv.includes("--quick");
const dist = resolve(process.argv.slice(2).find((a) => !a.startsWith("--")) ?? join(root, "internal/page/dist"));
const go = (args, env = {}) => execFileSync("go", args, { cwd: root, env: { ...process.env, ...env }, encoding: "utf8" });
mkdirSync(dist, { recursive: true });

// Only the code that the engine of cables calls most is inlined: that keeps the file small.
const scratch = mkdtempSync(join(tmpdir(), "csmacd-page-"));
try {
  const ours = "github.com/csmacd/csmacd";
  const inlined = ["phy", "mac", "mac/backoff", "mac/traffic", ...["agenda", "noise"].map((p) => `medium/internal/${p}`)].map((p) => `${ours}/${p}`).concat("github.com/HdrHistogram/...");
  const wasm = join(scratch, "engine.wasm");
  const collector = /^go1\.26/.test(go(["env", "GOVERSION"])) ? { GOEXPERIMENT: "nogreenteagc" } : {}; // the collector of Go 1.25 is smaller
  go(["build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-gcflags=all=-l", ...inlined.map((p) => `-gcflags=${p}=`), "-o", wasm, "./internal/page/wasm"],
    { GOOS: "js", GOARCH: "wasm", GOFLAGS: "", ...collector });
  // Binaryen (wasm-opt -Oz) takes minutes and makes what is sent larger. Zopfli's gzip is a twentieth smaller than zlib's and takes a minute. Tests look at what is in it only.
  const engine = joined(readFileSync(wasm));
  const compressed = quick ? gzipSync(engine, { level: 9 }) : Buffer.from(await gzipAsync(engine, { numiterations: 15 }));
  compressed[9] = 255; // the system in the header: unknown, on every machine
  writeFileSync(join(dist, "engine.wasm.gz"), compressed);
} finally {
  rmSync(scratch, { recursive: true });
}

const options = { bundle: true, minify: true, format: "iife", target: ["chrome100", "firefox115", "safari16.4"], legalComments: "none", /* LICENSES.txt has them */ charset: "ascii" };
const worker = await build({
  ...options,
  write: false,
  stdin: {
    contents: readFileSync(join(go(["env", "GOROOT"]).trim(), "lib/wasm/wasm_exec.js"), "utf8") + readFileSync(join(root, "web/src/worker.js"), "utf8"),
    loader: "js",
  },
});

// Scenarios are those of the project, but those that need another file, or expressions, which the engine of the page does not read.
const files = (folder) => readdirSync(join(root, folder)).filter((f) => f.endsWith(".yaml")).sort()
  .map((f) => ({ name: f.slice(0, -5), text: readFileSync(join(root, folder, f), "utf8") }));
const alone = (l) => !/\b(file|expr):/.test(l.text.replace(/#.*/g, ""));
const scenarios = files("testdata/scenarios").map((l) => ({ ...l, title: /^name: *(.*)$/m.exec(l.text)?.[1] })).filter(alone);

// The notices that the licences of the built-in code require, whole and in a fixed order.
const modules = [...new Set(go(["list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Dir}}{{end}}{{end}}", "./internal/page/wasm"], { GOOS: "js", GOARCH: "wasm", GOFLAGS: "" })
  .split("\n").filter(Boolean))].sort().map((line) => line.split(" "));
const built = [["marked", join(root, "web/node_modules/marked")], ["preact", join(root, "web/node_modules/preact")], ["uplot", join(root, "web/node_modules/uplot")], ["Go", go(["env", "GOROOT"]).trim()], ...modules];
const notices = built.map(([name, folder]) => {
  const texts = readdirSync(folder).filter((f) => /^(LICEN[CS]E|COPYING|NOTICE)/i.test(f)).sort();
  if (!texts.length) throw new Error(`${name}: no licence in ${folder}`);
  return texts.map((f) => `${"=".repeat(72)}\n${name}, ${f}\n\n${readFileSync(join(folder, f), "utf8").trimEnd()}\n`).join("\n");
});
writeFileSync(join(dist, "LICENSES.txt"), `The page of csmacd lab has the following built in.\n\n${notices.join("\n")}`);

await build({
  ...options,
  banner: { js: "/*! csmacd lab; the licences of what is built in: LICENSES.txt */" },
  entryPoints: [join(root, "web/src/main.tsx")],
  outfile: join(dist, "page.js"),
  define: { WORKER: JSON.stringify(worker.outputFiles[0].text), SCENARIOS: JSON.stringify(scenarios) },
});
writeFileSync(join(dist, "index.html"), readFileSync(join(root, "web/src/index.html")));
