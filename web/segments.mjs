// Joins the data segments of a WebAssembly module that few zeros separate. Go's linker begins a new segment after
// every run of zeros, 100,000 in the page's engine; their headers take more room than the zeros, which compress well.
// The names of functions are left out, too: only the traceback of a mistake in the engine shows them, and files and lines,
// which it shows as well, stay.
const least = 64; // zeros in a row that separate segments

export function join(wasm) {
  const parts = [wasm.subarray(0, 8)];
  for (let i = 8; i < wasm.length;) {
    const id = wasm[i], [size, from] = unsigned(wasm, i + 1), to = from + size;
    if (id === 11) {
      const body = data(wasm, from);
      parts.push(Buffer.from([11, ...leb(body.length)]), body);
    } else parts.push(wasm.subarray(i, to));
    i = to;
  }
  return Buffer.concat(parts);
}

// data returns a data section whose active segments are joined.
function data(wasm, at) {
  let count, end = 0;
  [count, at] = unsigned(wasm, at);
  const found = [];
  for (; count > 0; count--) {
    if (wasm[at] !== 0 || wasm[at + 1] !== 0x41) throw new Error("a data segment that Go's linker does not write");
    const [offset, after] = signed(wasm, at + 2);
    const [size, from] = unsigned(wasm, after + 1); // after the end of the expression
    found.push([offset, wasm.subarray(from, from + size)]);
    at = from + size;
    end = Math.max(end, offset + size);
  }
  const memory = Buffer.alloc(end);
  for (const [offset, octets] of found) octets.copy(memory, offset);
  nameless(memory);
  const segments = [];
  for (let from = 0, zeros = 0, k = 0; k <= end; k++) {
    if (k < end && memory[k] === 0) { zeros++; continue; }
    if (k === end || zeros >= least) {
      if (k - zeros > from) segments.push(Buffer.from([0, 0x41, ...leb(from, true), 0x0b, ...leb(k - zeros - from)]), memory.subarray(from, k - zeros));
      from = k;
    }
    zeros = 0;
  }
  return Buffer.concat([Buffer.from(leb(segments.length / 2)), ...segments]);
}

// The beginning of the table of functions (pcHeader in Go's runtime), and what the runtime itself looks up by name.
const header = Buffer.from([0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8]), kept = ["runtime.", "internal/", "reflect.", "syscall"];

// nameless overwrites the names of functions with zeros.
function nameless(memory) {
  const at = memory.indexOf(header);
  if (at < 0 || memory.indexOf(header, at + 1) >= 0) throw new Error("the table of functions is not where this Go release has it");
  const offset = (field) => at + Number(memory.readBigUInt64LE(at + 8 + 8 * field)), end = offset(4);
  for (let from = offset(3); from < end;) {
    const to = memory.indexOf(0, from), name = memory.toString("latin1", from, to);
    if (!kept.some((k) => name.startsWith(k))) memory.fill(0, from, to);
    from = to + 1;
  }
}

function unsigned(b, i) {
  let v = 0, place = 1;
  for (; ; i++, place *= 128) {
    v += (b[i] & 127) * place;
    if (b[i] < 128) return [v, i + 1];
  }
}

// signed reads an offset, which is not negative.
const signed = unsigned;

function leb(v, sign = false) {
  const out = [];
  for (; v > 127 || (sign && v > 63); v = Math.floor(v / 128)) out.push((v & 127) | 128);
  return [...out, v];
}
