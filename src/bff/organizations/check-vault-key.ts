import type { BffContext } from '#bff/context.ts'
import { bffError } from '#bff/http/bff-error.ts'
import { rememberScope } from './key-scopes.ts'
import { openVaultKey } from './open-vault-key.ts'
import type { Organization } from '#bff/ports.ts'
import { tryKey } from './try-key.ts'

/**
 * Tries a kept key at the service by reading, and remembers which scopes it turned out to have.
 *
 * @throws NOT_FOUND; UPSTREAM_KEY_REFUSED when the service does not accept it any more
 */
export async function checkVaultKey(
  ctx: BffContext,
  organization: Organization,
  keyId: string,
  requestId: string,
): Promise<void> {
  const apiKey = await openVaultKey(ctx, ctx.db, organization.id, keyId)
  if (apiKey === undefined) throw bffError('NOT_FOUND')
  const tried = await tryKey(ctx, { ...organization, apiKey }, requestId)
  if (!tried.accepted)
    throw bffError('CONFLICT', 'The service refuses this key: it was revoked or has expired.')
  for (const learnt of tried.scopes) {
    await rememberScope(ctx, { organizationId: organization.id, keyId, ...learnt })
  }
}
