import { randomUUID } from 'node:crypto'
import type { OrganizationToken } from '#protocol/org/tokens.ts'
import type { Caller, Context } from '#service/context.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { lockOrganization } from '#service/organizations/lock-organization.ts'
import { organizationTokenAnswer } from './organization-token-answer.ts'

/**
 * `DELETE /v1/org/tokens/{address}`: the organization vouches for the token no longer; answers it as it was. One of
 * the default list can be put back later, one of the organization's own is forgotten.
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
    const row = await trx
      .selectFrom('organization_allowed_tokens')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('address', '=', address)
      .executeTakeFirst()
    if (row === undefined) throw apiError('NOT_FOUND')
    const fallback = await trx
      .selectFrom('allowed_tokens')
      .select('id')
      .where('address', '=', address)
      .executeTakeFirst()
    await trx
      .deleteFrom('organization_tokens')
      .where('organization_id', '=', organizationId)
      .where('address', '=', address)
      .execute()
    if (fallback !== undefined) {
      const { own: _own, position: _position, ...words } = row
      await trx
        .insertInto('organization_tokens')
        .values({
          ...words,
          id: randomUUID(),
          removed: true,
          created_at: ctx.clock.now(),
        })
        .execute()
    }
    return organizationTokenAnswer(row, fallback !== undefined)
  })
}
