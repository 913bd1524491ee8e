import { getDomainWithoutSuffix } from 'tldts'
import * as z from 'zod/mini'
import type { HasFetchTarget } from '#bff/context-parts.ts'
import type { DoctorFinding } from '#protocol/doctor.ts'
import type { Domain } from '#protocol/domains.ts'
import { sameOrigin } from '#protocol/passkey/origin.ts'
import {
  formatRelatedOrigins,
  RELATED_LABELS_MAX,
  relatedOriginsUrl,
} from '#protocol/passkey/related-origins.ts'
import { tryJson } from '#server-kit/http/parse-json.ts'
import { findPasskeyDomain, walletUrl } from './check-address.ts'
import { loadPage, type Check, type Examined, type PageResult } from './examined.ts'

/** Maximum size of the file in Chromium, in bytes. */
const FILE_BYTES_MAX = 262_144
/** A browser ignores the whole file if an entry is not a text. */
const fileSchema = z.object({ origins: z.array(z.string()) })

/** The result of examining a file of related origins. */
export type RelatedFinding = Omit<DoctorFinding, 'check' | 'code'> & {
  code: Exclude<Extract<DoctorFinding['code'], `related${string}`>, 'related-unregistered'>
}

/** Loads a domain's file of related origins as browsers do: on https, without cookies, following redirects. */
export function loadRelatedFile(ctx: HasFetchTarget, domain: string): Promise<PageResult> {
  return loadPage(ctx, relatedOriginsUrl(domain), 'application/json')
}

/**
 * Loads the file that a page needs. Undefined if the page's passkeys are of its own domain, or of a domain that is not
 * known.
 */
export async function loadPageRelation(
  ctx: HasFetchTarget,
  examined: Pick<Examined, 'html' | 'page' | 'domains'>,
): Promise<Examined['relation']> {
  const domain = findRelatedDomain(examined)
  if (domain === undefined) return undefined
  return { domain, file: await loadRelatedFile(ctx, domain.domain) }
}

/**
 * Finds the organization's verified domain whose passkeys the page uses. Undefined if the page uses passkeys of its own
 * domain.
 */
function findRelatedDomain(examined: Pick<Examined, 'html' | 'page' | 'domains'>): Domain | undefined {
  const { rpId, isForeign } = findPasskeyDomain(examined)
  if (!isForeign) return undefined
  return examined.domains.find(
    (one) => one.domain === rpId && one.verifiedAtDatetime !== null && one.relatedOrigins !== undefined,
  )
}

/** Checks that service and browsers let the page use the passkeys of another domain. Empty if it uses its own. */
export const checkRelated: Check = (examined) => {
  const { relation } = examined
  if (relation === undefined) return []
  const { domain, relatedOrigins = [] } = relation.domain
  const { origin } = walletUrl(examined)
  const check = 'related'
  if (!relatedOrigins.some((related) => sameOrigin(related, origin))) {
    const values = { rpId: domain, origin }
    return [{ check, level: 'problem', code: 'related-unregistered', values, fix: origin }]
  }
  return [
    { check, ...examineRelatedFile(relation.file, { domain, origins: relatedOrigins, needed: [origin] }) },
  ]
}

/**
 * Examines a domain's file of related origins by the rules of browsers, and reports the first obstacle. `origins`:
 * all registered origins, which the file should have. `needed`: those that must work now. Source: WebAuthn L3 5.11.
 */
export function examineRelatedFile(
  file: PageResult,
  { domain, origins, needed }: { domain: string; origins: readonly string[]; needed: readonly string[] },
): RelatedFinding {
  const url = relatedOriginsUrl(domain)
  const problem = { level: 'problem', fix: formatRelatedOrigins(origins) } as const
  if ('problem' in file) {
    return { ...problem, code: 'related-unreachable', values: { url, problem: file.problem } }
  }
  const { page } = file
  const insecure = [...page.hops, page.url.href].find((hop) => new URL(hop).protocol !== 'https:')
  if (insecure !== undefined) {
    return { ...problem, code: 'related-insecure', values: { url, target: insecure } }
  }
  if (page.status !== 200)
    return { ...problem, code: 'related-refused', values: { url, status: page.status } }
  const type = page.headers.get('content-type') ?? ''
  if (readMimeType(type) !== 'application/json') {
    return { ...problem, code: 'related-type', values: { url, type }, seen: type }
  }
  const listed = parseFile(page.html)
  if (listed === undefined) return { ...problem, code: 'related-malformed', values: { url } }
  const present = new Set(listed.map(readOrigin))
  const missing = needed.filter((origin) => !present.has(origin))
  if (missing.length > 0) {
    const fix = formatRelatedOrigins([...new Set([...listed, ...origins])])
    return { level: 'problem', code: 'related-missing', values: { url, origins: missing.join(', ') }, fix }
  }
  const accepted = listAcceptedOrigins(listed)
  const ignored = needed.filter((origin) => !accepted.has(origin))
  if (ignored.length > 0) {
    const values = { url, origins: ignored.join(', '), max: RELATED_LABELS_MAX }
    return { level: 'problem', code: 'related-labels', values }
  }
  if (page.hops.length > 0) {
    return { level: 'warning', code: 'related-redirected', values: { url, target: page.url.href } }
  }
  return { level: 'ok', code: 'related', values: { url } }
}

function readMimeType(header: string): string {
  return header.split(';')[0]?.trim().toLowerCase() ?? ''
}

/** The entries of the file. Undefined if browsers ignore the whole file. */
function parseFile(text: string): string[] | undefined {
  if (Buffer.byteLength(text) > FILE_BYTES_MAX) return undefined
  return fileSchema.safeParse(tryJson(text)).data?.origins
}

/** The origin of an entry. Browsers read an entry as a URL. Undefined if the entry is not a URL. */
function readOrigin(entry: string): string | undefined {
  return URL.canParse(entry) ? new URL(entry).origin : undefined
}

/**
 * The origins of the file that every browser accepts: those with one of the file's first five registrable labels. The
 * label of `www.shop.co.uk` is `shop`. A name without a registrable label, such as `localhost`, is never accepted.
 */
function listAcceptedOrigins(entries: readonly string[]): Set<string> {
  const labels = new Set<string>()
  const accepted = new Set<string>()
  for (const entry of entries) {
    const origin = readOrigin(entry)
    const label = getDomainWithoutSuffix(entry, { allowPrivateDomains: true })
    if (origin === undefined || label === null || label === '') continue
    if (labels.size >= RELATED_LABELS_MAX && !labels.has(label)) continue
    labels.add(label)
    accepted.add(origin)
  }
  return accepted
}
