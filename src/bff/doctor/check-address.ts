import { isWithinDomain } from '#protocol/passkey/origin.ts'
import type { DoctorFinding } from '#protocol/doctor.ts'
import { frameAddress } from './check-framed.ts'
import type { Check, Examined } from './examined.ts'

/** Whether the page has https, which passkeys require. */
export const checkHttps: Check = ({ page }) => {
  const { protocol, hostname } = page.url
  const check = 'https'
  if (protocol === 'https:') return [{ check, level: 'ok', code: 'https', values: {} }]
  // Pages of this machine need none.
  if (isWithinDomain(hostname, 'localhost')) return [{ check, level: 'ok', code: 'https-local', values: {} }]
  return [{ check, level: 'problem', code: 'https-missing', values: {} }]
}

/** Whether one of the organization's integrations has exactly the page's origin. */
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

/** Where the element is: on the page, or in the page's frame. */
function walletUrl(examined: Examined): URL {
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

/** Whether a passkey of the page can belong to one of the organization's domains. */
export const checkDomain: Check = (examined) => {
  const { html, domains } = examined
  const host = walletUrl(examined).hostname
  const asked = html.widgets
    .map((widget) => widget.get('rp-id'))
    .find((rpId) => rpId !== undefined && rpId !== '')
  const rpId = asked ?? host
  const finding = { check: 'domain', level: 'problem', seen: rpId, values: { rpId } } as const
  if (asked !== undefined && !/^[a-z0-9.-]+$/i.test(asked))
    return [{ ...finding, code: 'domain-malformed', fix: `rp-id="${bareHost(asked) ?? host}"` }]
  if (!isWithinDomain(host, rpId)) return [{ ...finding, code: 'domain-foreign', values: { rpId, host } }]
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

function bareHost(text: string): string | undefined {
  const url = text.includes('://') ? text : `https://${text}`
  return URL.canParse(url) ? new URL(url).hostname : undefined
}
