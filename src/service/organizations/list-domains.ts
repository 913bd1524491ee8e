import type { HasDatabase } from '#service/context-parts.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { DOMAIN_COLUMNS, domainAnswer } from './domain-row.ts'

/**
 * `GET /v1/org/domains`: the organization's relying-party domains, sorted by name. Source: profile 1, ADR 0006.
 */
export const listDomains: Operation<'listDomains', HasDatabase> = async (ctx, { organizationId }) => {
  const rows = await ctx.db
    .selectFrom('organization_domains')
    .select(DOMAIN_COLUMNS)
    .where('organization_id', '=', organizationId)
    .orderBy('domain')
    .execute()
  return rows.map(domainAnswer)
}
