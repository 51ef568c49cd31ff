// A page, or a program of node.

import { answer } from './answer.js';

answer().catch(String).then((found) => {
  if (typeof window === 'undefined') console.log(JSON.stringify(found));
  else window.answer = found;
});
