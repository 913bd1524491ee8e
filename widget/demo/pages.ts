import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Answer } from './http.ts'
import type { Widget } from './latchkey.ts'

/** Answers a file of the shop; `widget` is asked for where the page names it. */
export type Pages = { read: (path: string, widget: () => Promise<Widget>) => Promise<Answer | undefined> }

/** Seen from the folder of the sources. */
const BUILT = '../../dist/demo'

type File = { name: string; type: string; values?: Record<string, string> }
const HTML = 'text/html; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'

/** The same shop in three forms. Those in a framework are built, with the npm package, into `dist/demo`. */
const FILES: Record<string, File> = {
  '/': { name: 'page.html', type: HTML, values: {} },
  '/react': { name: 'app.html', type: HTML, values: { framework: 'React', script: '/react.js' } },
  '/vue': { name: 'app.html', type: HTML, values: { framework: 'Vue', script: '/vue.js' } },
  '/page.js': { name: 'page.js', type: SCRIPT },
  '/react.js': { name: `${BUILT}/react.js`, type: SCRIPT },
  '/vue.js': { name: `${BUILT}/vue.js`, type: SCRIPT },
  '/shop.js': { name: `${BUILT}/shop.js`, type: SCRIPT },
  '/page.css': { name: 'page.css', type: 'text/css; charset=utf-8' },
  '/favicon.svg': { name: 'favicon.svg', type: 'image/svg+xml; charset=utf-8' },
}

/** The shop's own address for payments. Nobody has its key: coins paid in a demo are gone. */
const TILL = '0x7a11000000000000000000000000000000c0ffee'

/** The shop's static files; the page is filled with what only the server knows. */
export async function openPages(options: { latchkeyUrl: string; demoCoin: string }): Promise<Pages> {
  const folder = findFolder()
  const latchkeyOrigin = new URL(options.latchkeyUrl).origin
  return {
    async read(path, widget) {
      const file = FILES[path]
      if (file === undefined) return undefined
      const body = await readFile(join(folder, file.name), 'utf8')
      const headers = { 'content-type': file.type }
      if (file.values === undefined) return { headers, body }
      const tag = body.includes('{{integrity}}') ? await widget() : {}
      const values = { ...file.values, ...tag, latchkey: latchkeyOrigin, coin: options.demoCoin, till: TILL }
      return { headers: { ...headers, ...policies(latchkeyOrigin) }, body: fill(body, values) }
    },
  }
}

/** The policy that docs/widget.md recommends, and nothing weaker. */
function policies(latchkeyOrigin: string): Record<string, string> {
  const contentSecurityPolicy = [
    "default-src 'none'",
    `script-src 'self' ${latchkeyOrigin}/widget/v1/`,
    `connect-src 'self' ${latchkeyOrigin}/api/widget/`,
    "style-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  return {
    'content-security-policy': contentSecurityPolicy.join('; '),
    'permissions-policy': 'publickey-credentials-create=(self), publickey-credentials-get=(self)',
    'cross-origin-opener-policy': 'same-origin',
  }
}

function fill(page: string, values: Record<string, string>): string {
  return page.replace(/\{\{([a-z]+)\}\}/g, (_match, name: string) => escape(values[name] ?? ''))
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** The files lie beside this one in the sources; the built server finds them in the repository it lies in. */
function findFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  for (;;) {
    const candidates = [folder, join(folder, 'widget', 'demo')]
    const found = candidates.find((candidate) => existsSync(join(candidate, 'page.html')))
    if (found !== undefined) return found
    const parent = dirname(folder)
    if (parent === folder) throw new Error('The demo shop’s page.html was not found')
    folder = parent
  }
}
