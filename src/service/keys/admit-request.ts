import { apiError } from '#server-kit/http/http-error.ts'
import type { HasClock, HasDatabase, HasLog, HasMetrics, HasRequestLimits } from '#service/context-parts.ts'
import type { RecordRequest, Admitted, RequestNotes, Visitor } from '#service/http/admission.ts'
import type { Authenticate, AuthenticatedKey } from './authenticate-key.ts'
import { createBusiestCallers } from './busiest-callers.ts'
import { isWithinAllowList } from './ip-allow-list.ts'
import { createKeyNotes } from './note-key-use.ts'
import { createRateLimits, createWrongKeys, requestLimits } from './rate-limits.ts'
import { type RaiseExposed, reportExposedKey } from './report-exposed-key.ts'
import { createRequestLog } from './request-log.ts'
import { createRequestsAtOnce } from './requests-at-once.ts'

export type Admission = {
  admit: (visitor: Visitor, requestNotes: RequestNotes) => Promise<Admitted>
  record: RecordRequest
  /** Writes pending notes, counts and logs, and stops timers. */
  stop: () => Promise<void>
}
export type AdmissionContext = HasDatabase & HasClock & HasLog & HasMetrics & HasRequestLimits

/**
 * Decides which requests are admitted, in this order (profile 6, ADR 0005). A key in a browser is refused, valid or
 * not. The key must be valid, and the IP address must be allowed. The limits of concurrent requests and the rate
 * limits must leave room. The endpoint checks the scope and everything after it. A refusal here counts against no
 * limit of the key, so that a stolen key from a blocked address cannot use up its owner's share.
 */
export function createAdmission(
  ctx: AdmissionContext,
  parts: { authenticate: Authenticate; raiseExposed: RaiseExposed },
): Admission {
  const notes = createKeyNotes(ctx)
  const limits = createRateLimits(ctx)
  const atOnce = createRequestsAtOnce(requestLimits(ctx.settings))
  const requestLog = createRequestLog(ctx)
  const wrongKey = createWrongKeys(ctx)
  const busiest = createBusiestCallers(ctx)

  /** Logs a valid key that a browser sent, and raises an alert. */
  const reportBrowser = ({ organizationId, keyId }: AuthenticatedKey, visitor: Visitor) => {
    const origin = visitor.origin?.slice(0, 200)
    const alarm = { alarm: 'api-key-in-browser', organizationId, keyId, origin }
    ctx.log.error(alarm, 'an API key was sent by a browser')
    notes.once('exposure', keyId, () =>
      reportExposedKey(ctx, { organizationId, keyId, origin }, parts.raiseExposed),
    )
  }

  const checkAddress = (key: AuthenticatedKey, { client }: Visitor) => {
    const { mode, ranges } = key.ipAllowList
    if (mode === 'off' || client === undefined || isWithinAllowList(ranges, client.ip)) return
    notes.outside(key.keyId, client.ip)
    if (mode === 'enforced') throw apiError('IP_NOT_ALLOWED', client.ip ?? 'an unknown address')
  }

  const admit = async (visitor: Visitor, requestNotes: RequestNotes): Promise<Admitted> => {
    const key = await parts.authenticate(visitor.apiKey)
    if (key !== undefined) {
      requestNotes.organizationId = key.organizationId
      requestNotes.keyId = key.keyId
      busiest.count(key)
    }
    if (visitor.apiKey !== undefined && visitor.fromBrowser) {
      if (key !== undefined) reportBrowser(key, visitor)
      throw apiError('API_KEY_IN_BROWSER')
    }
    if (key === undefined || visitor.isMisplaced) throw wrongKey(visitor)
    checkAddress(key, visitor)
    const entered = atOnce.enter(key)
    try {
      const headers = limits.take(key)
      notes.used(key.keyId, visitor.client?.ip)
      const { organizationId, keyId, scopes } = key
      return { organizationId, keyId, scopes, clientIp: visitor.client?.ip, headers, ...entered }
    } catch (error) {
      entered.leave()
      throw error
    }
  }
  const stop = async () => {
    await Promise.all([notes.settle(), limits.stop(), requestLog.stop()])
  }
  return { admit, record: requestLog.record, stop }
}
