import { apiError, notFound } from '#server-kit/http/http-error.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { domainAnswer, selectDomain } from './domains.ts'
import { selectWallets } from './organization.ts'

/**
 * `DELETE /v1/org/domains/{domainId}`: removes a domain; responds with it as it was. A verified domain is free for
 * others then, so one that wallets were created on stays: their passkeys sign on that domain alone.
 * Source: profile 1, ADR 0006.
 *
 * @throws NOT_FOUND alike for a domain that does not exist and one of another organization
 * @throws CONFLICT when wallets of the organization were created on the domain
 */
export const removeDomain: Operation<'removeDomain'> = async (ctx, { organizationId }, { params }) => {
  return ctx.db.transaction().execute(async (trx) => {
    const row = await selectDomain(trx, organizationId, params.domainId)
      .forUpdate()
      .executeTakeFirstOrThrow(notFound)
    const wallet = await selectWallets(trx, organizationId)
      .where('rp_id_hash', '=', row.rp_id_hash)
      .limit(1)
      .executeTakeFirst()
    if (wallet !== undefined) {
      throw apiError('CONFLICT', 'This domain has wallets, which could not sign any more without it')
    }
    await trx.deleteFrom('organization_domains').where('id', '=', row.id).execute()
    return domainAnswer(row)
  })
}
