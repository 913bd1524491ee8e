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
const calls = readdirSync('dist/widget').filter((name) => name.startsWith('latchkey-calls-'))

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
  {
    name: 'widget, further calls',
    path: calls.map((name) => `dist/widget/${name}`),
    limit: '15 kB',
    brotli: true,
  },
]
