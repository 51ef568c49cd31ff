// Bytes that the bundler deflated and wrote in base64.

export async function inflate(text) {
  const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
