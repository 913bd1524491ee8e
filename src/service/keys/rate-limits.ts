import ipaddr from 'ipaddr.js'
import { classifyCredential, type CredentialForm } from '#protocol/credential-form.ts'
import { ERRORS } from '#protocol/errors.ts'
import { ApiError, rateLimited } from '#server-kit/http/http-error.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import type {
  RequestLimits,
  HasClock,
  HasDatabase,
  HasLog,
  HasRequestLimits,
} from '#service/context-parts.ts'
import type { Database } from '#service/db/database.ts'
import { requireRow } from '#service/db/find-row.ts'
import type { Visitor } from '#service/http/admission.ts'
import type { AuthenticatedKey } from './authenticate-key.ts'
import { secondsLeft, WINDOW_SECONDS, type MinuteWindow, MinuteWindows } from './minute-windows.ts'
import { createSharedCounts } from './shared-counts.ts'

/**
 * Default limits. They are so high that an integrator reaches them only by mistake. Settings change them for the
 * deployment, and the command line changes the rate limit of one organization.
 */
const DEFAULTS: RequestLimits = {
  keyRequestsPerMinute: 12_000,
  organizationRequestsPerMinute: 60_000,
  wrongKeysPerMinute: 300,
  keyRequestsAtOnce: 500,
  organizationRequestsAtOnce: 1_000,
}
/** Limits in a sandbox. They are higher, because a sandbox has no untrusted callers. */
const SANDBOX: RequestLimits = {
  keyRequestsPerMinute: 6_000_000,
  organizationRequestsPerMinute: 6_000_000,
  wrongKeysPerMinute: 6_000_000,
  keyRequestsAtOnce: 6_000_000,
  organizationRequestsAtOnce: 6_000_000,
}

/** The limits of this deployment for organizations and keys without their own. */
export function requestLimits(settings: HasRequestLimits['settings']): RequestLimits {
  const usual = settings.sandbox ? SANDBOX : DEFAULTS
  const given = settings.requestLimits ?? {}
  return {
    keyRequestsPerMinute: given.keyRequestsPerMinute ?? usual.keyRequestsPerMinute,
    organizationRequestsPerMinute: given.organizationRequestsPerMinute ?? usual.organizationRequestsPerMinute,
    wrongKeysPerMinute: given.wrongKeysPerMinute ?? usual.wrongKeysPerMinute,
    keyRequestsAtOnce: given.keyRequestsAtOnce ?? usual.keyRequestsAtOnce,
    organizationRequestsAtOnce: given.organizationRequestsAtOnce ?? usual.organizationRequestsAtOnce,
  }
}

/** Limits requests per minute by key and by organization (ADR 0014). */
export function createRateLimits(ctx: HasClock & HasDatabase & HasLog & HasRequestLimits): {
  take: (key: AuthenticatedKey) => Record<string, string>
  stop: () => Promise<void>
} {
  const counts = createSharedCounts(ctx)
  const defaults = requestLimits(ctx.settings)

  /**
   * Counts a request against its key and its organization. Returns the headers with the remaining requests
   * (`RateLimit`, `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers).
   *
   * @throws RATE_LIMITED with Retry-After; a refused request is not counted
   */
  const take = (key: AuthenticatedKey): Record<string, string> => {
    const nowMs = ctx.clock.now().getTime()
    const organizationMax = key.limits.organization ?? defaults.organizationRequestsPerMinute
    const keyMax = Math.min(key.limits.key ?? defaults.keyRequestsPerMinute, organizationMax)
    const ofKey = counts.at(key.keyId, nowMs)
    const ofOrganization = counts.at(key.organizationId, nowMs)
    const isOver = left(ofKey, keyMax) === 0 || left(ofOrganization, organizationMax) === 0
    if (!isOver) {
      counts.add([
        [key.keyId, ofKey],
        [key.organizationId, ofOrganization],
      ])
    }
    const seconds = secondsLeft(ofKey, nowMs)
    const headers = {
      'ratelimit-policy': `"key";q=${keyMax};w=${WINDOW_SECONDS}, "organization";q=${organizationMax};w=${WINDOW_SECONDS}`,
      ratelimit: `"key";r=${left(ofKey, keyMax)};t=${seconds}, "organization";r=${left(ofOrganization, organizationMax)};t=${seconds}`,
    }
    if (isOver) throw rateLimited(seconds * 1_000, headers)
    return headers
  }
  return { take, stop: counts.stop }
}

function left(window: MinuteWindow, max: number): number {
  return Math.max(0, max - window.shared - window.pending)
}

/**
 * Checks that a key's own limit is not higher than the organization's limit, which only the operator of the
 * deployment sets.
 *
 * @throws VALIDATION_FAILED
 */
export async function requireKeyLimit(
  db: Database,
  settings: HasRequestLimits['settings'],
  organizationId: string,
  requestsPerMinute: number | null,
): Promise<void> {
  if (requestsPerMinute === null) return
  const organization = await requireRow(db, 'organizations', ['requests_per_minute'], { id: organizationId })
  const max = organization.requests_per_minute ?? requestLimits(settings).organizationRequestsPerMinute
  if (requestsPerMinute > max) {
    throw fieldError('requestsPerMinute', `must be at most ${max}, the limit of the organization`)
  }
}

/**
 * Handles requests without a valid key: 401, or 429 after too many from one IP address within a minute. This slows
 * down a client that keeps trying. Other clients of the same IP address are not blocked, because a valid key is
 * always admitted (ADR 0014). Each process counts on its own. Calls within the process are not counted.
 */
export function createWrongKeys(
  ctx: HasClock & HasRequestLimits,
): (visitor: Pick<Visitor, 'apiKey' | 'client' | 'isMisplaced'>) => ApiError {
  const windows = new MinuteWindows()
  const max = requestLimits(ctx.settings).wrongKeysPerMinute
  return (visitor: Pick<Visitor, 'apiKey' | 'client' | 'isMisplaced'>) => {
    const { client } = visitor
    const nowMs = ctx.clock.now().getTime()
    const window = client === undefined ? undefined : windows.at(neighbourhood(client.ip), nowMs)
    if (window !== undefined && window.pending >= max) {
      return rateLimited(secondsLeft(window, nowMs) * 1_000)
    }
    if (window !== undefined) window.pending += 1
    return new ApiError('INVALID_API_KEY', refusalText(visitor), {
      headers: { 'www-authenticate': CHALLENGE },
    })
  }
}

const CHALLENGE = 'ApiKey realm="latchkey", header="x-api-key"'

/**
 * Returns the text of ADR 0004, which is the same for every invalid key. Also names two mistakes that are visible in
 * the form of the request and reveal nothing about any key.
 */
function refusalText({ apiKey = '', isMisplaced }: Pick<Visitor, 'apiKey' | 'isMisplaced'>): string {
  const text = ERRORS.INVALID_API_KEY.message()
  if (isMisplaced) return `${text}: send it in the header x-api-key, not as Authorization: Bearer`
  const other = OTHER_CREDENTIALS[classifyCredential(apiKey)]
  return other === undefined ? text : `${text}: this is ${other}`
}

const OTHER_CREDENTIALS: Readonly<Record<CredentialForm, string | undefined>> = {
  'integration-secret': 'an integration secret, which opens widget sessions',
  'webhook-secret': 'the signing secret of a webhook',
  'api-key': undefined,
  'widget-token': undefined,
  json: undefined,
  other: undefined,
}

/** Groups an IPv6 address by its /64, because a subscriber has at least a /64. */
export function neighbourhood(ip = 'unknown'): string {
  if (!ipaddr.IPv6.isValid(ip)) return ip
  return ipaddr.IPv6.parse(ip).toNormalizedString().split(':').slice(0, 4).join(':')
}
