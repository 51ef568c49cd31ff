// Takes the pictures of the documents: node web/tests/pictures.js DIR.

import { launch, openPage, pause } from './browser.js';

const folder = process.argv[2];

const kPictures = {
  page: {
    hash: '#map=dungeon&start=70.5,46.5&goal=38.5,5.5&show=corridor,portals,steps&agents=90',
    size: { width: 1280, height: 800 },
  },
  'page-dark': {
    hash: '#map=caves&show=contours&agents=160',
    size: { width: 1280, height: 800 },
    theme: 'dark',
  },
  'page-preview': {
    hash: '#map=caves&beside=steps&show=search',
    size: { width: 1200, height: 630 },
  },
  'page-phone': {
    hash: '#map=arena&agents=40&start=41.5,39.5&goal=9.5,10.5',
    size: { width: 390, height: 780 },
    options: { deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  },
};

const browser = await launch();
for (const [name, { hash, size, theme = 'light', options = {} }] of Object.entries(kPictures)) {
  const { page, context } = await openPage(browser, hash, {
    viewport: size, colorScheme: theme, ...options,
  });
  await pause(page, 5000);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await context.close();
  console.log(`${folder}/${name}.png`);
}
await browser.close();
