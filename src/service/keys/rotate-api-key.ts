import type { Selectable } from 'kysely'
import type { API_KEY_ENDPOINTS, IssuedApiKey } from '#protocol/api-keys.ts'
import { secondsAfter } from '#server-kit/clock.ts'
import { apiError, notFound } from '#server-kit/http/http-error.ts'
import type { RaiseLoosening } from '#service/alerts/raise-loosening.ts'
import type { HasClock, HasDatabase } from '#service/context-parts.ts'
import type { Caller } from '#service/context.ts'
import type { InputOf } from '#service/http/endpoint-types.ts'
import { selectApiKey } from './authenticate-key.ts'
import { addsManagement, manageKeyAdded, requireHeldScopes, storeApiKey } from './issue-api-key.ts'
import type { KeyTables } from './tables.ts'

/**
 * `POST /v1/org/keys/{keyId}/rotate`: creates a key with the label, scopes, allowlist, limit and lifetime of the
 * old one. Only this response contains its secret. The old key stays valid until the grace period or its own expiry
 * ends, whichever is sooner, and its row names its successor. A key may rotate itself. Only one of two simultaneous
 * rotations succeeds. A new key with `org:manage` raises an alert (ADR 0028). Source: profile 1, ADR 0005.
 *
 * @throws NOT_FOUND for a key that does not exist or belongs to another organization
 * @throws CONFLICT for a key that is revoked, expired or already rotated
 * @throws SCOPES_NOT_HELD if the calling key lacks a scope of the rotated one
 * @param raise Emits the alert. Undefined on the server's command line, whose user has full access anyway.
 */
export async function rotateApiKey(
  ctx: HasClock & HasDatabase,
  caller: Caller,
  { params, body }: InputOf<typeof API_KEY_ENDPOINTS.rotateApiKey>,
  raise?: RaiseLoosening,
): Promise<IssuedApiKey> {
  const now = ctx.clock.now()
  const graceEnd = secondsAfter(now, body.graceSeconds)
  return ctx.db.transaction().execute(async (trx) => {
    const old = await selectApiKey(trx, caller, params.keyId).forUpdate().executeTakeFirstOrThrow(notFound)
    requireRotatable(old, now)
    await requireHeldScopes(trx, caller, old.scopes)
    const issued = await storeApiKey(trx, {
      organizationId: caller.organizationId,
      label: old.label,
      scopes: old.scopes,
      // A key with a lifetime of 90 days gets a successor with a lifetime of 90 days.
      expiresAt:
        old.expires_at && new Date(now.getTime() + old.expires_at.getTime() - old.created_at.getTime()),
      ipAllowList: { mode: old.ip_mode, ranges: old.ip_ranges },
      requestsPerMinute: old.requests_per_minute,
      createdBy: body.createdBy ?? old.created_by,
      now,
    })
    const endsAt = old.expires_at === null || old.expires_at > graceEnd ? graceEnd : old.expires_at
    await trx
      .updateTable('api_keys')
      .set({ expires_at: endsAt, replaced_by: issued.id })
      .where('id', '=', old.id)
      .execute()
    if (addsManagement(issued.scopes)) await raise?.(trx, caller, manageKeyAdded(issued), now)
    return issued
  })
}

function requireRotatable(key: Selectable<KeyTables['api_keys']>, now: Date): void {
  if (key.revoked_at !== null) throw apiError('CONFLICT', 'This key is revoked; issue another one')
  if (key.replaced_by !== null)
    throw apiError('CONFLICT', 'This key was rotated already; rotate its successor')
  if (key.expires_at !== null && key.expires_at <= now) {
    throw apiError('CONFLICT', 'This key has expired; issue another one')
  }
}
