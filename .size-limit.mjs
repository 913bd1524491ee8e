import { readFileSync, readdirSync } from 'node:fs'

/** The budgets of the bundles, brotli. A part that grows beyond its budget fails `npm test -- size`. */
const html = readFileSync('dist/console/index.html', 'utf8')
const firstScreen = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(
  ([, file]) => `dist/console/${file}`,
)
const inAssets = readdirSync('dist/console/assets')
/** A file and every file that it imports before it can run. */
function withImports(path, found = new Set()) {
  if (found.has(path)) return found
  found.add(path)
  const imports = readFileSync(path, 'utf8').matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)
  for (const [, name] of imports) withImports(`dist/console/assets/${name}`, found)
  return found
}
/** Signing in leads to the overview, so its code is on the first screen with the shell's. */
const overview = inAssets.filter((name) => /^overview-page-.*\.js$/.test(name))
const withOverview = [
  ...new Set([
    ...firstScreen,
    // Runs before the files of the first screen.
    'dist/console/theme.js',
    ...overview.flatMap((name) => [...withImports(`dist/console/assets/${name}`)]),
  ]),
]
/** The pages of a message and of the settings are loaded when they are opened. */
const isMessage = (name) => name.startsWith('message-page-')
const isSettings = (name) => name.startsWith('settings-page-')
const approver = (isWanted) =>
  readdirSync('dist/approver/assets')
    .filter((name) => /\.(js|css)$/.test(name) && isWanted(name))
    .map((name) => `dist/approver/assets/${name}`)
const chunks = inAssets
  .filter((name) => name.endsWith('.js') && !firstScreen.includes(`dist/console/assets/${name}`))
  .map((name) => `dist/console/assets/${name}`)
const widget = readdirSync('dist/widget').filter(
  (name) => /^latchkey-wallet-[^/]*\.js$/.test(name) && !name.includes('.iife.'),
)
/** The budgets of the other files are asserted by their build (widget/build/). */
const named = (start) =>
  readdirSync('dist/widget')
    .filter((name) => name.startsWith(start) && name.endsWith('.js'))
    .map((name) => `dist/widget/${name}`)

export default [
  { name: 'console, first screen (JS and CSS)', path: withOverview, limit: '150 kB', brotli: true },
  ...chunks.map((path) => ({
    name: `console, route ${path.replace(/^.*\/|-[^-]*$/g, '')}`,
    path,
    limit: '60 kB',
    brotli: true,
  })),
  {
    name: 'approval app, first load (JS and CSS)',
    path: approver((name) => !isMessage(name) && !isSettings(name)),
    limit: '68 kB',
    brotli: true,
  },
  { name: 'approval app, a message', path: approver(isMessage), limit: '11 kB', brotli: true },
  { name: 'approval app, settings', path: approver(isSettings), limit: '3 kB', brotli: true },
  {
    name: 'widget, create and send',
    path: widget.map((name) => `dist/widget/${name}`),
    limit: '34.2 kB',
    brotli: true,
  },
  { name: 'widget, further calls', path: named('latchkey-calls-'), limit: '18.4 kB', brotli: true },
  { name: 'widget, loader', path: named('latchkey-loader-'), limit: '2 kB', brotli: true },
  { name: 'widget, page around a frame', path: named('latchkey-frame-host-'), limit: '5 kB', brotli: true },
  { name: 'widget, x402', path: named('latchkey-x402-'), limit: '8 kB', brotli: true },
  { name: 'widget, headless core', path: named('latchkey-core-'), limit: '55 kB', brotli: true },
]
