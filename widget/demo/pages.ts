import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getMimeType } from 'hono/utils/mime'
import type { WidgetFile, WidgetTag } from './latchkey.ts'

/** Origins as browsers write them. `shop` is the origin of the page, `frame` that of the wallet's subdomain. */
export type Origins = { latchkey: string; shop: string; frame: string }
export type Site = 'shop' | 'frame'

/**
 * A file of the shop. `kind` says whether the page contains the element (`shop`), embeds it in a frame (`host`), or
 * is the page inside that frame (`frame`). `widget` is the widget file that the page loads.
 */
type File = {
  name: string
  kind?: 'shop' | 'host' | 'frame'
  widget?: WidgetFile
  values?: Record<string, string>
}

const INTRO =
  'This shop is an ordinary website that embeds the Latchkey wallet. Your wallet lives behind a passkey of this shop; the coins are play money of the sandbox.'
const FRAMED_INTRO =
  'Here the wallet is in a frame of a subdomain of the shop. Its passkey belongs to that subdomain, so no script of this page can ask it for anything. The coins are play money of the sandbox.'

/** The same shop in three forms. The React form is built with the npm package into `dist/demo`. */
const FILES: Record<Site, Record<string, File>> = {
  shop: {
    '/': { name: 'page.html', kind: 'shop', widget: 'module', values: { intro: INTRO, frame: '' } },
    '/framed': { name: 'page.html', kind: 'host', widget: 'frameHost', values: { intro: FRAMED_INTRO } },
    '/react': { name: 'app.html', kind: 'shop' },
    '/react.js': { name: '../../dist/demo/react.js' },
    '/page.js': { name: 'page.js' },
    '/page.css': { name: 'page.css' },
    '/goods.css': { name: 'goods.css' },
    '/favicon.svg': { name: 'favicon.svg' },
  },
  frame: {
    '/': { name: 'frame.html', kind: 'frame', widget: 'module' },
    '/frame.css': { name: 'frame.css' },
    '/favicon.svg': { name: 'favicon.svg' },
  },
}

/** The shop's own address for payments. It has no key: demo payments are lost. */
const TILL = '0x7a11000000000000000000000000000000c0ffee'

/**
 * A file of a site with its headers. Fills a page with values that only the server knows. Undefined if the
 * file does not exist.
 */
export async function readPage(
  site: Site,
  path: string,
  shop: { origins: Origins; coin: string; loadTag: (file: WidgetFile) => Promise<WidgetTag> },
): Promise<{ body: string; headers: Record<string, string> } | undefined> {
  const { origins, coin, loadTag } = shop
  const file = FILES[site][path]
  if (file === undefined) return undefined
  const { name, kind, widget } = file
  const folder = findFolder(dirname(fileURLToPath(import.meta.url)))
  const body = await readFile(join(folder, name), 'utf8')
  const headers = { 'content-type': getMimeType(name) ?? '' }
  if (kind === undefined) return { body, headers }
  const tag = widget === undefined ? {} : await loadTag(widget)
  const values = { ...origins, frame: `${origins.frame}/`, coin, till: TILL, ...tag, ...file.values }
  return { body: fill(body, values), headers: { ...headers, ...listPolicies(kind, origins) } }
}

function fill(page: string, values: Record<string, string>): string {
  const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
  return page.replace(/\{\{([a-z]+)\}\}/g, (_match, name: string) => escape(values[name] ?? ''))
}

/**
 * The Cross-Origin-Opener-Policy of each kind of page. A framed wallet may have to open a window and receive messages
 * from it.
 */
const OPENERS = { shop: 'same-origin', host: 'same-origin-allow-popups', frame: undefined } as const

/** The headers that docs/widget.md recommends for each kind of page, without exceptions. */
function listPolicies(kind: NonNullable<File['kind']>, { latchkey, shop, frame }: Origins) {
  const isFrame = kind === 'frame'
  const policy = [
    "default-src 'none'",
    `script-src ${isFrame ? '' : "'self' "}${latchkey}/widget/v1/`,
    `connect-src ${isFrame ? '' : "'self' "}${latchkey}/api/widget/`,
    "style-src 'self'",
    "img-src 'self'",
    ...(kind === 'host' ? [`frame-src ${frame}`] : []),
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${isFrame ? shop : "'none'"}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  const allowed = kind === 'host' ? `(self "${frame}")` : '(self)'
  const opener = OPENERS[kind]
  return {
    'content-security-policy': policy.join('; '),
    'permissions-policy': `publickey-credentials-create=${allowed}, publickey-credentials-get=${allowed}`,
    ...(opener === undefined ? {} : { 'cross-origin-opener-policy': opener }),
  }
}

/**
 * Finds the folder of the page's files: this file's own folder, or `widget/demo` of the repository for the built
 * server.
 */
function findFolder(folder: string): string {
  const found = [folder, join(folder, 'widget/demo')].find((one) => existsSync(join(one, 'page.html')))
  if (found !== undefined) return found
  if (dirname(folder) === folder) throw new Error('The demo shop’s page.html was not found')
  return findFolder(dirname(folder))
}
