import { randomUUID } from 'node:crypto'
import type { OrganizationToken } from '#protocol/org/tokens.ts'
import type { Caller, Context } from '#service/context.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { lockOrganization } from '#service/organizations/lock-organization.ts'
import { deleteChange, isDefault } from './allow-token.ts'
import { selectAllowed } from './allowed-tokens.ts'
import { organizationTokenAnswer } from './list-organization-tokens.ts'

/**
 * `DELETE /v1/org/tokens/{address}`: the organization vouches for the token no longer; answers it as it was. One of
 * the default list can be put back later, one of the organization's own is forgotten (ADR 0006).
 *
 * @throws NOT_FOUND for an address that is not on the list
 */
export function removeToken(
  ctx: Pick<Context, 'db' | 'clock'>,
  { organizationId }: Pick<Caller, 'organizationId'>,
  input: { params: { address: string } },
): Promise<OrganizationToken> {
  const address = input.params.address.toLowerCase()
  return ctx.db.transaction().execute(async (trx) => {
    await lockOrganization(trx, organizationId)
    const row = await selectAllowed(trx, organizationId).where('address', '=', address).executeTakeFirst()
    if (row === undefined) throw apiError('NOT_FOUND')
    const wasDefault = await isDefault(trx, address)
    await deleteChange(trx, { organization_id: organizationId, address })
    if (wasDefault) {
      const { own: _own, position: _position, ...words } = row
      const removed = { ...words, id: randomUUID(), removed: true, created_at: ctx.clock.now() }
      await trx.insertInto('organization_tokens').values(removed).execute()
    }
    return organizationTokenAnswer(row, wasDefault)
  })
}
