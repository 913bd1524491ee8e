import type { Domain } from '#protocol/org/domains.ts'
import type { Caller, Context } from '#service/context.ts'
import { DOMAIN_COLUMNS, domainAnswer } from './domain-answer.ts'

/** `GET /v1/org/domains`: the organization's relying-party domains, by name. Source: profile 1, ADR 0006. */
export async function listDomains(
  ctx: Pick<Context, 'db'>,
  caller: Pick<Caller, 'organizationId'>,
): Promise<Domain[]> {
  const rows = await ctx.db
    .selectFrom('organization_domains')
    .select(DOMAIN_COLUMNS)
    .where('organization_id', '=', caller.organizationId)
    .orderBy('domain')
    .execute()
  return rows.map(domainAnswer)
}
