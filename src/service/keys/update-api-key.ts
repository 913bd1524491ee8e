import type { Selectable, Updateable } from 'kysely'
import type { API_KEY_ENDPOINTS, ApiKey, IpAllowList } from '#protocol/api-keys.ts'
import { isAllowListLoosened } from '#protocol/loosening.ts'
import { apiError, notFound } from '#server-kit/http/http-error.ts'
import type { RaiseLoosening } from '#service/alerts/raise-loosening.ts'
import type { HasClock, HasDatabase, HasRequestLimits } from '#service/context-parts.ts'
import type { Caller } from '#service/context.ts'
import type { Database } from '#service/db/database.ts'
import type { InputOf, Operation } from '#service/http/endpoint-types.ts'
import { selectApiKey } from './authenticate-key.ts'
import { isWithinAllowList, parseIpAllowList } from './ip-allow-list.ts'
import { addsManagement, requireHeldScopes } from './issue-api-key.ts'
import { apiKeyAnswer } from './list-api-keys.ts'
import { requireKeyLimit } from './rate-limits.ts'
import type { KeyTables } from './tables.ts'

/**
 * `PUT /v1/org/keys/{keyId}`: changes the label, the scopes, the allowlist or the limit of a key, or dismisses
 * its alarm. Undefined fields stay unchanged. The change applies to every request that begins after its commit.
 * A loosened allowlist and an added `org:manage` raise alerts (ADR 0028). Source: profile 1, ADR 0005.
 *
 * @throws VALIDATION_FAILED for an invalid range, or a limit above the organization's
 * @throws NOT_FOUND for a key that does not exist or belongs to another organization
 * @throws SCOPES_NOT_HELD for a new scope that the calling key lacks
 * @throws CONFLICT for a revoked key, and for scopes or a list that would lock out the key that sets them
 */
export async function updateApiKey(
  ctx: HasClock & HasDatabase & HasRequestLimits,
  caller: Caller,
  input: InputOf<typeof API_KEY_ENDPOINTS.updateApiKey>,
  raise: RaiseLoosening,
): Promise<ApiKey> {
  const keyId = input.params.keyId.toLowerCase()
  const { label, scopes, requestsPerMinute, exposureDismissed } = input.body
  const ipAllowList = input.body.ipAllowList && parseIpAllowList(input.body.ipAllowList)
  if (ipAllowList && keyId === caller.keyId) requireOwnAddress(caller, ipAllowList)
  await requireKeyLimit(ctx.db, ctx.settings, caller.organizationId, requestsPerMinute ?? null)
  if (keyId === caller.keyId && scopes?.includes('org:manage') === false)
    throw apiError('CONFLICT', 'This is the key that makes the request: it needs org:manage')
  const changes = {
    ...(label !== undefined && { label }),
    ...(scopes !== undefined && { scopes }),
    ...(ipAllowList && { ip_mode: ipAllowList.mode, ip_ranges: ipAllowList.ranges }),
    ...(requestsPerMinute !== undefined && { requests_per_minute: requestsPerMinute }),
    ...(exposureDismissed && { exposure_dismissed_at: ctx.clock.now() }),
  }
  return ctx.db.transaction().execute(async (trx) => {
    const before = await selectApiKey(trx, caller, keyId).forUpdate().executeTakeFirstOrThrow(notFound)
    if (before.revoked_at !== null) throw apiError('CONFLICT', 'This key is revoked and cannot be changed')
    // A key may keep its current scopes, regardless of who changes it.
    const added = scopes?.filter((scope) => !before.scopes.includes(scope)) ?? []
    await requireHeldScopes(trx, caller, added)
    const after = await changeApiKey(trx, caller, keyId, changes)
    const about = { subject: keyId, name: before.label || before.start }
    if (isAllowListLoosened(storedList(before), storedList(after)))
      await raise(trx, caller, { kind: 'allow-list-loosened', ...about }, ctx.clock.now())
    if (addsManagement(added))
      await raise(trx, caller, { kind: 'manage-key-added', ...about }, ctx.clock.now())
    return apiKeyAnswer(after)
  })
}

type StoredList = Pick<Selectable<KeyTables['api_keys']>, 'ip_mode' | 'ip_ranges'>
const storedList = ({ ip_mode: mode, ip_ranges: ranges }: StoredList): IpAllowList => ({ mode, ranges })

/**
 * Requires that a list for the caller's own key contains the caller's IP address. Otherwise the caller could not undo
 * the change.
 */
function requireOwnAddress({ clientIp }: Caller, list: IpAllowList): void {
  if (list.mode !== 'enforced' || clientIp === undefined || isWithinAllowList(list.ranges, clientIp)) return
  throw apiError(
    'CONFLICT',
    `This list would shut out the key that sets it: the request came from ${clientIp}`,
  )
}

/**
 * `DELETE /v1/org/keys/{keyId}`: revokes a key. No request that begins after its commit passes with the key.
 * Revoking it again returns the same key. The calling key cannot revoke itself, so that an organization always
 * keeps a key that can manage it. Source: profile 1, ADR 0005.
 *
 * @throws NOT_FOUND for a key that does not exist or belongs to another organization
 * @throws CONFLICT for the key that makes the request
 */
export const revokeApiKey: Operation<'revokeApiKey', HasClock & HasDatabase> = async (ctx, caller, input) => {
  const keyId = input.params.keyId.toLowerCase()
  if (keyId === caller.keyId) {
    throw apiError('CONFLICT', 'This is the key that makes the request. Revoke it with another key.')
  }
  return apiKeyAnswer(await changeApiKey(ctx.db, caller, keyId, { revoked_at: ctx.clock.now() }))
}

type Changes = Updateable<KeyTables['api_keys']>

/** Changes a key and returns it. A revoked key stays unchanged. @throws NOT_FOUND */
async function changeApiKey(db: Database, caller: Caller, keyId: string, changes: Changes) {
  if (Object.keys(changes).length > 0) {
    await db
      .updateTable('api_keys')
      .set(changes)
      .where('organization_id', '=', caller.organizationId)
      .where('id', '=', keyId)
      .where('revoked_at', 'is', null)
      .execute()
  }
  return selectApiKey(db, caller, keyId).executeTakeFirstOrThrow(notFound)
}
