import type { Operation } from '#service/http/endpoint-types.ts'
import type { IpAllowList } from '#protocol/api-keys.ts'
import type { Caller } from '#service/context.ts'
import { apiError, notFound } from '#server-kit/http/http-error.ts'
import { apiKeyAnswer, selectApiKey } from './list-api-keys.ts'
import { isWithinAllowList, parseIpAllowList } from './ip-allow-list.ts'
import { requireKeyLimit } from './rate-limits.ts'

/**
 * `PUT /v1/org/keys/{keyId}`: changes the label, the allow-list or the limit of a key, or ends its
 * alarm; what is left out stays. It holds for every request that begins after this one's commit.
 * Source: profile 1, ADR 0005.
 *
 * @throws VALIDATION_FAILED for a range that is none, or a limit above the organization's
 * @throws NOT_FOUND alike for a key that does not exist and one of another organization
 * @throws CONFLICT for a revoked key, and for a list that would shut out the request that sets it
 */
export const updateApiKey: Operation<'updateApiKey'> = async (ctx, caller, input) => {
  const keyId = input.params.keyId.toLowerCase()
  const { label, requestsPerMinute, exposureDismissed } = input.body
  const ipAllowList = input.body.ipAllowList && parseIpAllowList(input.body.ipAllowList)
  if (ipAllowList && keyId === caller.keyId) requireOwnAddress(caller, ipAllowList)
  await requireKeyLimit(ctx.db, ctx.settings, caller.organizationId, requestsPerMinute ?? null)
  const changes = {
    ...(label !== undefined && { label }),
    ...(ipAllowList && { ip_mode: ipAllowList.mode, ip_ranges: ipAllowList.ranges }),
    ...(requestsPerMinute !== undefined && { requests_per_minute: requestsPerMinute }),
    ...(exposureDismissed && { exposure_dismissed_at: ctx.clock.now() }),
  }
  if (Object.keys(changes).length > 0) {
    await ctx.db
      .updateTable('api_keys')
      .set(changes)
      .where('organization_id', '=', caller.organizationId)
      .where('id', '=', keyId)
      .where('revoked_at', 'is', null)
      .execute()
  }
  const row = await selectApiKey(ctx.db, caller, keyId).executeTakeFirstOrThrow(notFound)
  if (row.revoked_at !== null) throw apiError('CONFLICT', 'This key is revoked and cannot be changed')
  return apiKeyAnswer(row)
}

/** A caller who sets a list for their own key from outside of it could not undo it. */
function requireOwnAddress({ clientIp }: Caller, list: IpAllowList): void {
  if (list.mode !== 'enforced' || clientIp === undefined || isWithinAllowList(list.ranges, clientIp)) return
  throw apiError(
    'CONFLICT',
    `This list would shut out the key that sets it: the request came from ${clientIp}`,
  )
}
