// A server of the files of a folder, for pages that need one.

import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const kTypes = { html: 'text/html', js: 'text/javascript', wasm: 'application/wasm' };

// Runs `use(address)`. A path that is no file is an empty page.
export async function withServer(folder, use) {
  const server = createServer((request, response) => {
    const file = join(folder, new URL(request.url, 'http://localhost').pathname);
    const type = kTypes[file.split('.').at(-1)];
    const isFile = type !== undefined && existsSync(file);
    response.setHeader('content-type', isFile ? type : 'text/html');
    response.end(isFile ? readFileSync(file) : '<!doctype html><title>taut</title>');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
