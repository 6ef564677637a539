// The engine's own thread. It receives the compressed engine first, then questions.
let ready;
const isReady = new Promise((done) => { ready = done; });
globalThis.csmacdReady = () => ready();

async function start(compressed) {
  const stream = new Blob([compressed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const go = new Go();
  const octets = new Response(stream, { headers: { "Content-Type": "application/wasm" } });
  const { instance } = await WebAssembly.instantiateStreaming(octets, go.importObject);
  go.run(instance);
  await isReady;
}

onmessage = async ({ data }) => {
  try {
    if (data.engine) {
      await start(data.engine);
      postMessage({ ready: true });
      return;
    }
    await isReady;
    const answer = globalThis.csmacd(data.name, data.text);
    postMessage({ id: data.id, answer }, answer instanceof Uint8Array ? [answer.buffer] : []);
  } catch (err) {
    postMessage({ id: data.id, failed: String(err && err.message || err) });
  }
};
