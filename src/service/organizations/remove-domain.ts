import type { Domain } from '#protocol/domains.ts'
import type { Caller, Context } from '#service/context.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { DOMAIN_COLUMNS, domainAnswer } from './list-domains.ts'

/**
 * `DELETE /v1/org/domains/{domainId}`: removes a domain; answers it as it was. A verified domain is free for
 * others then, so one that wallets were created on stays: their passkeys sign on that domain alone.
 * Source: profile 1, ADR 0006.
 *
 * @throws NOT_FOUND alike for a domain that does not exist and one of another organization
 * @throws CONFLICT when wallets of the organization were created on the domain
 */
export async function removeDomain(
  ctx: Pick<Context, 'db'>,
  caller: Pick<Caller, 'organizationId'>,
  input: { params: { domainId: string } },
): Promise<Domain> {
  const { organizationId } = caller
  return ctx.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('organization_domains')
      .select(DOMAIN_COLUMNS)
      .where('organization_id', '=', organizationId)
      .where('id', '=', input.params.domainId.toLowerCase())
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) throw apiError('NOT_FOUND')
    const wallet = await trx
      .selectFrom('wallets')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('rp_id_hash', '=', row.rp_id_hash)
      .where('status', '<>', 'failed')
      .limit(1)
      .executeTakeFirst()
    if (wallet !== undefined) {
      throw apiError('CONFLICT', 'This domain has wallets, which could not sign any more without it')
    }
    await trx.deleteFrom('organization_domains').where('id', '=', row.id).execute()
    return domainAnswer(row)
  })
}
