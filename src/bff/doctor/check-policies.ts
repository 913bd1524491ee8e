import type { DoctorFinding } from '#protocol/doctor.ts'
import { frameAddress } from './check-address.ts'
import { allows, decidingDirective, parsePolicies, withOrigin, type Loaded } from './content-policy.ts'
import type { Check, Examined } from './examined.ts'
import type { ScriptTag } from './read-html.ts'

/** Checks that every content security policy of the page, in its header and its markup, allows the script. */
export const checkScriptPolicy: Check = (examined) => {
  const found = widgetTag(examined)
  if (found === undefined) {
    const url = new URL(FOLDER, examined.publicUrl)
    return [checkPolicy(examined, 'script', { url, isTagless: true })]
  }
  const { tag, url } = found
  const published = examined.widget?.files.get(fileName(url))
  return [checkPolicy(examined, 'script', { url, integrity: tag.integrity, nonce: tag.nonce, published })]
}

/** Checks that the page allows the widget to call this server. */
export const checkConnectPolicy: Check = (examined) => {
  // A page with a framed wallet sends no requests to this server itself.
  if (frameAddress(examined) !== undefined) return []
  const url = new URL('/api/widget/config', examined.publicUrl)
  return [checkPolicy(examined, 'connect', { url })]
}

function checkPolicy(examined: Examined, kind: 'script' | 'connect', loaded: Loaded): DoctorFinding {
  const { page, html } = examined
  const header = page.headers.get('content-security-policy') ?? ''
  const policies = [header, ...html.policies].flatMap(parsePolicies)
  const check = `${kind}-policy` as const
  const blocking = policies.filter((policy) => !allows(policy, kind, loaded, page.url))
  if (blocking.length === 0)
    return { check, level: 'ok', code: policies.length === 0 ? `${check}-none` : check, values: {} }
  const seen = blocking.map((policy) => {
    const directive = decidingDirective(policy, kind)
    return directive === undefined ? '' : [directive.name, ...directive.sources].join(' ')
  })
  const fixes = blocking.flatMap((policy) => withOrigin(policy, kind, loaded) ?? [])
  const fix = fixes.length === 0 ? undefined : fixes.join('\n')
  const values = { place: locatePolicy(header, html.policies) }
  return { check, level: 'problem', code: `${check}-blocks`, values, seen: seen.join('\n'), fix }
}

/**
 * Locates the page's policies: in the header, in the markup, or in both. If there are policies in both places, the
 * load must pass all of them.
 */
function locatePolicy(header: string, metas: readonly string[]): 'header' | 'meta' | 'both' {
  if (header === '') return 'meta'
  return metas.length > 0 ? 'both' : 'header'
}

const FEATURES = ['publickey-credentials-create', 'publickey-credentials-get'] as const

/** Checks that the page's Permissions-Policy allows the widget's passkeys. */
export const checkPasskeyPolicy: Check = ({ page }) => {
  const header = page.headers.get('permissions-policy') ?? ''
  const blocked = FEATURES.filter((feature) => isBlocked(header, feature, page.url.origin))
  const check = 'passkey-policy'
  if (blocked.length === 0)
    return [{ check, level: 'ok', code: header === '' ? 'passkey-policy-none' : check, values: {} }]
  const values = { features: blocked.join(', ') }
  const fix = blocked.map((feature) => `${feature}=(self)`).join(', ')
  return [{ check, level: 'problem', code: 'passkey-policy-blocks', values, seen: header, fix }]
}

/** Parses structured fields: `name=(self "https://a.example")`, `name=*`, `name=()`. */
function isBlocked(header: string, feature: string, origin: string): boolean {
  const items = header.split(',').map((item) => item.split('=').map((part) => part.trim()))
  const directive = items.find(([name = '']) => name.toLowerCase() === feature)?.[1] ?? ''
  const value = /^(\([^)]*\)|\*|self)/i.exec(directive)?.[0]
  if (value === undefined) return false
  return !(value === '*' || /\bself\b/i.test(value) || value.includes('*') || value.includes(`"${origin}"`))
}

/** Checks that no other page can frame this one and cover it (clickjacking). */
export const checkFrame: Check = ({ page, html }) => {
  const policy = page.headers.get('content-security-policy') ?? ''
  const isGuarded = page.headers.has('x-frame-options') || /\bframe-ancestors\b/i.test(policy)
  const opener = page.headers.get('cross-origin-opener-policy')
  const check = 'frame'
  if (!isGuarded)
    return [{ check, level: 'warning', code: 'frame-open', values: {}, fix: "frame-ancestors 'self';" }]
  // A framed wallet opens windows, which `checkFramed` examines.
  const isFramed = html.frames.length > 0 || html.widgets.some((widget) => widget.has('parent-origins'))
  if (opener === null || isFramed) return [{ check, level: 'ok', code: check, values: {} }]
  return [{ check, level: 'ok', code: 'frame-opener', values: { opener } }]
}

const FOLDER = '/widget/v1/'
const FILE = /\/latchkey-(?:wallet|pure|loader|core|frame-host|provider)-[\w.-]+\.js$/

/** The script tag of the widget, if this page has one. */
function widgetTag({ page, html }: Examined): { tag: ScriptTag; url: URL } | undefined {
  for (const tag of html.scripts) {
    if (tag.src === '' || !URL.canParse(tag.src, page.url.href)) continue
    const url = new URL(tag.src, page.url)
    if (FILE.test(url.pathname)) return { tag, url }
  }
  return undefined
}

function fileName({ pathname }: URL): string {
  return pathname.slice(pathname.lastIndexOf('/') + 1)
}

/** Checks that the page loads a widget file that this server knows, with its hash. */
export const checkScript: Check = (examined) => {
  const found = widgetTag(examined)
  if (found === undefined) return [missing(examined)]
  const { tag, url } = found
  const finding = { check: 'script', seen: url.href } as const
  const file = fileName(url)
  const expected = examined.widget?.files.get(file)
  const publicUrl = new URL(examined.publicUrl)
  if (url.origin !== publicUrl.origin) {
    const values = { from: url.origin, here: publicUrl.origin }
    return [{ ...finding, level: 'warning', code: 'script-elsewhere', values }]
  }
  if (expected === undefined) return [{ ...finding, level: 'problem', code: 'script-gone', values: { file } }]
  const fix = `integrity="${expected}"\ncrossorigin="anonymous"`
  if (tag.integrity !== '' && !tag.integrity.split(/\s+/).includes(expected))
    return [{ ...finding, level: 'problem', code: 'script-hash-wrong', values: {}, fix }]
  if (tag.integrity === '')
    return [{ ...finding, level: 'warning', code: 'script-hash-missing', values: {}, fix }]
  if (tag.crossorigin === null)
    return [{ ...finding, level: 'problem', code: 'script-crossorigin-missing', values: {}, fix }]
  const { widget } = examined
  if (widget !== undefined && !widget.newest.has(file))
    return [{ ...finding, level: 'warning', code: 'script-old', values: { version: widget.version } }]
  return [{ ...finding, level: 'ok', code: 'script', values: {} }]
}

function missing({ html }: Examined): DoctorFinding {
  const hasElement = html.widgets.length + html.frames.length > 0
  return {
    check: 'script',
    level: hasElement ? 'problem' : 'warning',
    code: hasElement ? 'script-missing' : 'widget-missing',
    values: { folder: FOLDER },
  }
}
