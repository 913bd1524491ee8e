import { apiError, notFound } from '#server-kit/http/http-error.ts'
import type { HasDatabase } from '#service/context-parts.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { domainAnswer, selectDomain } from './domain-row.ts'
import { selectWallets } from './organization.ts'

/**
 * `DELETE /v1/org/domains/{domainId}`: removes a domain and returns it as it was. A verified domain is then free for
 * other organizations. A domain on which wallets were created cannot be removed, because their passkeys sign only on
 * that domain. Source: profile 1, ADR 0006.
 *
 * @throws NOT_FOUND for a domain that does not exist or belongs to another organization
 * @throws CONFLICT if wallets of the organization were created on the domain
 */
export const removeDomain: Operation<'removeDomain', HasDatabase> = async (
  ctx,
  { organizationId },
  { params },
) => {
  return ctx.db.transaction().execute(async (trx) => {
    const row = await selectDomain(trx, organizationId, params.domainId)
      .forUpdate()
      .executeTakeFirstOrThrow(notFound)
    const wallet = await selectWallets(trx, organizationId)
      .where('rp_id_hash', '=', row.rp_id_hash)
      .limit(1)
      .executeTakeFirst()
    if (wallet !== undefined) {
      throw apiError('CONFLICT', 'This domain has wallets that could no longer sign without it')
    }
    await trx.deleteFrom('organization_domains').where('id', '=', row.id).execute()
    return domainAnswer(row)
  })
}
