// The bytes of taut.wasm, which lies beside this file. The page's bundler puts another module in
// this one's place, which holds the bytes itself.

export async function loadBytes() {
  const url = new URL('./taut.wasm', import.meta.url);
  if (url.protocol === 'file:' && typeof process !== 'undefined') {
    const { readFile } = await import(/* webpackIgnore: true */ 'node:fs/promises');
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`taut: ${url}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}
