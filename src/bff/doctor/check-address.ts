import type { DoctorFinding } from '#protocol/doctor.ts'
import { isWithinDomain, originProblem } from '#protocol/passkey/origin.ts'
import { allows, allowsAncestor, parsePolicies, withOrigin } from './content-policy.ts'
import type { Check, Examined } from './examined.ts'

/** Checks that the page uses https, which passkeys require. */
export const checkHttps: Check = ({ page }) => {
  const { protocol, hostname } = page.url
  const check = 'https'
  if (protocol === 'https:') return [{ check, level: 'ok', code: 'https', values: {} }]
  // Pages on this machine do not need https.
  if (isWithinDomain(hostname, 'localhost')) return [{ check, level: 'ok', code: 'https-local', values: {} }]
  return [{ check, level: 'problem', code: 'https-missing', values: {} }]
}

/** Checks that one of the organization's integrations has exactly the page's origin. */
export const checkOrigin: Check = (examined) => {
  const { origin } = walletUrl(examined)
  const finding = { check: 'origin', seen: origin } as const
  const active = examined.integrations.filter((one) => one.revokedAtDatetime === null)
  const chosen = active.find((one) => one.id === examined.integrationId)
  const knowing = active.find((one) => one.origins.includes(origin))
  if (chosen?.origins.includes(origin) === true || (chosen === undefined && knowing !== undefined)) {
    const label = (chosen ?? knowing)?.label ?? ''
    return [{ ...finding, level: 'ok', code: 'origin', values: { label } }]
  }
  if (knowing !== undefined) {
    const values = { label: knowing.label, chosen: chosen?.label ?? '' }
    return [{ ...finding, level: 'warning', code: 'origin-of-another', values }]
  }
  const known = chosen === undefined ? active : [chosen]
  return [{ ...finding, level: 'problem', fix: origin, ...unknownOrigin(examined, known) }]
}

/** URL of the document that contains the element: the page, or the page's frame. */
export function walletUrl(examined: Pick<Examined, 'html' | 'page'>): URL {
  return frameAddress(examined) ?? examined.page.url
}

function unknownOrigin(
  examined: Examined,
  known: { origins: string[] }[],
): Pick<DoctorFinding, 'code' | 'values'> {
  const url = walletUrl(examined)
  const origins = known.flatMap((one) => one.origins)
  const near = origins.find((one) => new URL(one).hostname === url.hostname)
  if (near === undefined) return { code: 'origin-unknown', values: {} }
  const isPort = new URL(near).protocol === url.protocol
  const values = { near, origin: url.origin }
  return { code: isPort ? 'origin-another-port' : 'origin-another-scheme', values }
}

/** Checks that a passkey of the page can belong to one of the organization's domains. */
export const checkDomain: Check = (examined) => {
  const { domains, relation } = examined
  const { asked, rpId, host, isForeign } = findPasskeyDomain(examined)
  const finding = { check: 'domain', level: 'problem', seen: rpId, values: { rpId } } as const
  if (asked !== undefined && !/^[a-z0-9.-]+$/i.test(asked))
    return [{ ...finding, code: 'domain-malformed', fix: `rp-id="${bareHost(asked) ?? host}"` }]
  if (relation !== undefined)
    return [{ ...finding, level: 'ok', code: 'domain-related', values: { rpId, host } }]
  if (isForeign) return [{ ...finding, code: 'domain-foreign', values: { rpId, host } }]
  const domain = domains.find((one) => one.domain === rpId)
  if (domain !== undefined && domain.verifiedAtDatetime !== null)
    return [{ ...finding, level: 'ok', code: 'domain' }]
  const above = domains.find((one) => one.verifiedAtDatetime !== null && rpId.endsWith(`.${one.domain}`))
  if (above !== undefined) {
    const values = { rpId, above: above.domain }
    return [{ ...finding, code: 'domain-below', values, fix: `rp-id="${above.domain}"` }]
  }
  return [{ ...finding, code: domain === undefined ? 'domain-unknown' : 'domain-unproved' }]
}

/** The domain of a page's passkeys. `isForeign`: the page is on another domain, and not below it. */
export function findPasskeyDomain(examined: Pick<Examined, 'html' | 'page'>): {
  asked: string | undefined
  rpId: string
  host: string
  isForeign: boolean
} {
  const host = walletUrl(examined).hostname
  const asked = examined.html.widgets
    .map((widget) => widget.get('rp-id'))
    .find((value) => value !== undefined && value !== '')
  const rpId = asked ?? host
  return { asked, rpId, host, isForeign: !isWithinDomain(host, rpId) }
}

function bareHost(text: string): string | undefined {
  const url = text.includes('://') ? text : `https://${text}`
  return URL.canParse(url) ? new URL(url).hostname : undefined
}

/** Result of a check of a framed wallet (ADR 0022). */
type Framed = Pick<DoctorFinding, 'level' | 'code' | 'values'> & { fix?: string; seen?: string }

/**
 * Checks a wallet in a frame. The outer page must allow the frame and its passkeys. The page inside the frame
 * has `parent-origins` and must allow those origins to embed it. Empty if the wallet is not framed. Reports
 * only the first obstacle, because most others follow from it.
 */
export const checkFramed: Check = (examined) => {
  const parents = examined.html.widgets.map((widget) => widget.get('parent-origins')).find(Boolean)
  if (parents !== undefined) return [{ check: 'framed', ...framedPage(examined, parents) }]
  const src = frameAddress(examined)
  return src === undefined ? [] : [{ check: 'framed', ...framedHost(examined, src) }]
}

/** URL of the frame, if the page has the wallet only in a frame. Undefined for any other page. */
export function frameAddress({ html, page }: Pick<Examined, 'html' | 'page'>): URL | undefined {
  const src = html.widgets.length > 0 ? undefined : html.frames[0]?.get('src')
  return src !== undefined && URL.canParse(src, page.url.href) ? new URL(src, page.url) : undefined
}

function framedHost({ page, html }: Examined, src: URL): Framed {
  const values = { src: src.href }
  if (src.origin === page.url.origin) return { level: 'problem', code: 'framed-same-origin', values }
  const policies = readPolicies(page.headers, html.policies)
  const blocking = policies.filter((policy) => !allows(policy, 'frame', { url: src }, page.url))
  if (blocking.length > 0) {
    const fix = blocking.map((policy) => withOrigin(policy, 'frame', { url: src })).join('\n')
    return { level: 'problem', code: 'framed-blocked', values, fix }
  }
  const permissions = page.headers.get('permissions-policy') ?? ''
  if (permissions.includes('publickey-credentials') && !permissions.includes(src.origin)) {
    const allowed = `(self "${src.origin}")`
    const fix = `publickey-credentials-create=${allowed}, publickey-credentials-get=${allowed}`
    return { level: 'problem', code: 'framed-no-passkeys', values, seen: permissions, fix }
  }
  const fine = ['unsafe-none', 'same-origin-allow-popups']
  return checkOpener(page.headers, fine) ?? { level: 'ok', code: 'framed-elsewhere', values }
}

function framedPage({ page, embedOrigins }: Examined, text: string): Framed {
  const parents = text.split(/\s+/).filter((origin) => origin !== '')
  const values = { parents: parents.join(' ') }
  const wrong = parents.find((origin) => originProblem(origin) !== undefined)
  if (wrong !== undefined) return { level: 'problem', code: 'framed-parents-malformed', values, seen: wrong }
  const policies = readPolicies(page.headers, [])
  const isShut = policies.some((policy) =>
    parents.some((origin) => !allowsAncestor(policy, new URL(origin), page.url)),
  )
  const isGuarded = policies.some((policy) => policy.has('frame-ancestors'))
  // Browsers ignore the older header if the policy has this directive.
  if (isShut || (!isGuarded && page.headers.has('x-frame-options')))
    return { level: 'problem', code: 'framed-shut', values, fix: `frame-ancestors ${parents.join(' ')};` }
  const unknown = parents.filter((origin) => embedOrigins?.includes(origin) === false)
  if (unknown.length > 0) {
    const fix = JSON.stringify({ embedOrigins: [...(embedOrigins ?? []), ...unknown] })
    return { level: 'problem', code: 'framed-unregistered', values: { parents: unknown.join(' ') }, fix }
  }
  return checkOpener(page.headers, ['unsafe-none']) ?? { level: 'ok', code: 'framed-parents', values }
}

function readPolicies(headers: Headers, metas: readonly string[]) {
  return [headers.get('content-security-policy') ?? '', ...metas].flatMap(parsePolicies)
}

/**
 * Checks the opener policy of a page. If the page or the frame's page is isolated, a window that the frame opens
 * cannot send messages to the frame.
 */
function checkOpener(headers: Headers, fine: readonly string[]): Framed | undefined {
  const opener = headers.get('cross-origin-opener-policy')?.split(';')[0]?.trim() ?? 'unsafe-none'
  if (fine.includes(opener)) return undefined
  return { level: 'warning', code: 'framed-opener', values: { opener } }
}
