import type { Operation } from '#service/http/endpoint-types.ts'
import { apiError, notFound } from '#server-kit/http/http-error.ts'
import { apiKeyAnswer, selectApiKey } from './list-api-keys.ts'

/**
 * `DELETE /v1/org/keys/{keyId}`: revokes a key; no request that begins after this one's commit passes with
 * it. Revoking again answers the same. The calling key cannot revoke itself, so that an organization
 * always keeps a key that can manage it. Source: profile 1, ADR 0005.
 *
 * @throws NOT_FOUND alike for a key that does not exist and one of another organization
 * @throws CONFLICT for the key that makes the request
 */
export const revokeApiKey: Operation<'revokeApiKey', 'db' | 'clock'> = async (ctx, caller, input) => {
  const keyId = input.params.keyId.toLowerCase()
  if (keyId === caller.keyId) {
    throw apiError('CONFLICT', 'This is the key that makes the request. Revoke it with another key.')
  }
  await ctx.db
    .updateTable('api_keys')
    .set({ revoked_at: ctx.clock.now() })
    .where('organization_id', '=', caller.organizationId)
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .execute()
  return apiKeyAnswer(await selectApiKey(ctx.db, caller, keyId).executeTakeFirstOrThrow(notFound))
}
