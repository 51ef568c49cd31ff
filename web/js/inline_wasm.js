// taut.wasm as text, so that the package is one script wherever it is bundled to.

import { inflate } from './inflate.js';

// The builds of the package and of the page put the module here, deflated in base64.
const kWasmText = '';

export function readInlineWasm() {
  return inflate(kWasmText);
}
