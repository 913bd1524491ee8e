import type { Database, Transaction } from '#service/db/database.ts'
import type { ServiceSettings } from '#service/context.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import { requestLimits } from './rate-limits.ts'

/**
 * A key's own limit can be at most its organization's, which only the operator of the deployment sets.
 *
 * @throws VALIDATION_FAILED
 */
export async function requireKeyLimit(
  db: Database | Transaction,
  settings: ServiceSettings,
  organizationId: string,
  requestsPerMinute: number | null,
): Promise<void> {
  if (requestsPerMinute === null) return
  const organization = await db
    .selectFrom('organizations')
    .select('requests_per_minute')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  const max = organization.requests_per_minute ?? requestLimits(settings).organizationRequestsPerMinute
  if (requestsPerMinute > max) {
    throw fieldError('requestsPerMinute', `must be at most ${max}, the limit of the organization`)
  }
}
