// Stands for web/js/bytes.js in the page: the bundler puts page.wasm here, deflated in base64.

import { inflate } from './inflate.js';

const kWasm = '';

export function loadBytes() {
  return inflate(kWasm);
}
