import type { Transaction } from '#service/db/database.ts'
import { apiError } from '#server-kit/http/http-error.ts'

type Quota = { windowSeconds: number; codesMax: number }

/**
 * Codes for one address that were not used: 20 a day with 5 tries each leave a guesser one chance in ten
 * thousand, and 10 an hour keep a stranger's inbox usable. Codes that were used do not count.
 */
const ADDRESS_QUOTAS: Quota[] = [
  { windowSeconds: 3_600, codesMax: 10 },
  { windowSeconds: 86_400, codesMax: 20 },
]
/** Unused codes of one organization: they bound what a guess without an address can hit. */
const ORGANIZATION_QUOTAS: Quota[] = [{ windowSeconds: 3_600, codesMax: 1_000 }]

/**
 * Refuses a further code when too many are unused. The caller holds the organization's row lock, so
 * parallel requests are counted one after another.
 *
 * @throws RATE_LIMITED with Retry-After
 */
export async function requireVerificationQuota(
  trx: Transaction,
  request: { organizationId: string; email: string; now: Date },
): Promise<void> {
  for (const quota of ADDRESS_QUOTAS) await requireQuota(trx, request, quota, true)
  for (const quota of ORGANIZATION_QUOTAS) await requireQuota(trx, request, quota, false)
}

async function requireQuota(
  trx: Transaction,
  request: { organizationId: string; email: string; now: Date },
  quota: Quota,
  ofAddress: boolean,
): Promise<void> {
  const windowMs = quota.windowSeconds * 1_000
  let query = trx
    .selectFrom('verification_codes')
    .select('created_at')
    .where('organization_id', '=', request.organizationId)
    .where('created_at', '>', new Date(request.now.getTime() - windowMs))
    .where('spent_at', 'is', null)
  if (ofAddress) query = query.where('email', '=', request.email)
  // The newest `codesMax` are a full quota; it frees when the oldest of them leaves the window.
  const blocking = await query
    .orderBy('created_at', 'desc')
    .offset(quota.codesMax - 1)
    .limit(1)
    .executeTakeFirst()
  if (blocking === undefined) return
  const waitMs = blocking.created_at.getTime() + windowMs - request.now.getTime()
  throw apiError('RATE_LIMITED', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1_000))) },
  })
}
