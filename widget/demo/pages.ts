import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Answer } from './http.ts'
import type { Widget, WidgetFile } from './latchkey.ts'
import { policiesOf, type Origins, type PageKind } from './policies.ts'

export type Pages = ReturnType<typeof openPages>
export type Site = 'shop' | 'frame'

/** Seen from the folder of the sources. */
const BUILT = '../../dist/demo'

/** `page`: what kind of page it is; `file`: the file of the widget that it names. */
type File = {
  name: string
  type: string
  page?: { kind: PageKind; file?: WidgetFile; values?: Record<string, string> } | undefined
}
const html = (name: string, page: File['page']): File => ({ name, type: 'text/html; charset=utf-8', page })
const SCRIPT = 'text/javascript; charset=utf-8'
const CSS = 'text/css; charset=utf-8'
const ICON: File = { name: 'favicon.svg', type: 'image/svg+xml; charset=utf-8' }

const INTRO =
  'This shop is an ordinary website that embeds the Latchkey wallet. Your wallet lives behind a passkey of this shop; the coins are play money of the sandbox.'
const FRAMED_INTRO =
  'Here the wallet is in a frame of a subdomain of the shop. Its passkey belongs to that subdomain, so no script of this page can ask it for anything. The coins are play money of the sandbox.'

/** The same shop in four forms. Those in a framework are built, with the npm package, into `dist/demo`. */
const FILES: Record<Site, Record<string, File>> = {
  shop: {
    '/': html('page.html', { kind: 'shop', file: 'module', values: { intro: INTRO, frame: '' } }),
    '/framed': html('page.html', { kind: 'host', file: 'frameHost', values: { intro: FRAMED_INTRO } }),
    '/react': html('app.html', { kind: 'shop', values: { framework: 'React', script: '/react.js' } }),
    '/vue': html('app.html', { kind: 'shop', values: { framework: 'Vue', script: '/vue.js' } }),
    '/page.js': { name: 'page.js', type: SCRIPT },
    '/react.js': { name: `${BUILT}/react.js`, type: SCRIPT },
    '/vue.js': { name: `${BUILT}/vue.js`, type: SCRIPT },
    '/shop.js': { name: `${BUILT}/shop.js`, type: SCRIPT },
    '/page.css': { name: 'page.css', type: CSS },
    '/favicon.svg': ICON,
  },
  frame: {
    '/': html('frame.html', { kind: 'frame', file: 'module' }),
    '/frame.css': { name: 'frame.css', type: CSS },
    '/favicon.svg': ICON,
  },
}

/** The shop's own address for payments. It has no key: demo payments are lost. */
const TILL = '0x7a11000000000000000000000000000000c0ffee'

/** The shop's static files; a page is filled with what only the server knows. */
export function openPages(options: { origins: Origins; demoCoin: string }) {
  const folder = findFolder()
  const { origins } = options
  return {
    /** A file of the shop, or of the subdomain that has nothing but the wallet. `widget` is called if a page names it. */
    async read(
      site: Site,
      path: string,
      widget: (file: WidgetFile) => Promise<Widget>,
    ): Promise<Answer | undefined> {
      const file = FILES[site][path]
      if (file === undefined) return undefined
      const body = await readFile(join(folder, file.name), 'utf8')
      const headers = { 'content-type': file.type }
      if (file.page === undefined) return { headers, body }
      const { kind, file: wanted, values } = file.page
      const tag = wanted === undefined ? {} : await widget(wanted)
      const urls = { ...origins, frame: `${origins.frame}/`, coin: options.demoCoin, till: TILL }
      return {
        headers: { ...headers, ...policiesOf(kind, origins) },
        body: fill(body, { ...urls, ...tag, ...values }),
      }
    },
  }
}

function fill(page: string, values: Record<string, string>): string {
  return page.replace(/\{\{([a-z]+)\}\}/g, (_match, name: string) => escape(values[name] ?? ''))
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** The files are next to this one in the sources; the built server finds them in its repository. */
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
