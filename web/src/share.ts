// A scenario in the address of the page: compressed, and after the #, so that no server receives it.
const through = async (octets: Uint8Array<ArrayBuffer>, by: CompressionStream | DecompressionStream) =>
  new Uint8Array(await new Response(new Blob([octets]).stream().pipeThrough(by)).arrayBuffer());

const most = 1 << 20; // octets of a scenario in a link

// toFragment returns what follows #s= in a link to a scenario.
export async function toFragment(text: string): Promise<string> {
  const small = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  let s = "";
  for (const b of small) s += String.fromCharCode(b);
  return btoa(s).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

export async function fromFragment(shared: string): Promise<string> {
  const octets = Uint8Array.from(atob(shared.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  const reader = new Blob([octets]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let long = 0; ;) {
    const { done, value } = await reader.read();
    if (done) break;
    if ((long += value.length) > most) throw new Error("the scenario in this link is too long");
    parts.push(value);
  }
  return new Blob(parts).text();
}

export function save(name: string, content: BlobPart, type: string) {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([content], { type }));
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
}
