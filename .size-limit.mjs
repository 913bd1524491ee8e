import { readFileSync, readdirSync } from 'node:fs'

/** The budgets of the bundles, brotli. A part that grows beyond its budget fails `npm run check:size`. */
const html = readFileSync('dist/console/index.html', 'utf8')
const firstScreen = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(
  ([, file]) => `dist/console/${file}`,
)
const approver = ['js', 'css'].flatMap((kind) =>
  readdirSync('dist/approver/assets')
    .filter((name) => name.endsWith(`.${kind}`))
    .map((name) => `dist/approver/assets/${name}`),
)
const chunks = readdirSync('dist/console/assets')
  .filter((name) => name.endsWith('.js') && !firstScreen.includes(`dist/console/assets/${name}`))
  .map((name) => `dist/console/assets/${name}`)
const widget = readdirSync('dist/widget').filter(
  (name) => /^latchkey-wallet-[^/]*\.js$/.test(name) && !name.includes('.iife.'),
)
/** The budgets of the other files are asserted by their build (widget/build/). */
const named = (start) =>
  readdirSync('dist/widget')
    .filter((name) => name.startsWith(start))
    .map((name) => `dist/widget/${name}`)

export default [
  { name: 'console, first screen (JS and CSS)', path: firstScreen, limit: '150 kB', brotli: true },
  ...chunks.map((path) => ({
    name: `console, route ${path.replace(/^.*\/|-[^-]*$/g, '')}`,
    path,
    limit: '60 kB',
    brotli: true,
  })),
  { name: 'approval app, first load (JS and CSS)', path: approver, limit: '60 kB', brotli: true },
  {
    name: 'widget, create and send',
    path: widget.map((name) => `dist/widget/${name}`),
    limit: '30 kB',
    brotli: true,
  },
  { name: 'widget, further calls', path: named('latchkey-calls-'), limit: '17 kB', brotli: true },
  { name: 'widget, loader', path: named('latchkey-loader-'), limit: '2 kB', brotli: true },
  { name: 'widget, headless core', path: named('latchkey-core-'), limit: '40 kB', brotli: true },
]
