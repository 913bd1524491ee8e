import type { Organization } from '#protocol/organization.ts'
import type { Caller, Context } from '#service/context.ts'
import type { Transaction } from '#service/db/database.ts'

/** `GET /v1/org/organization`: the organization that the key belongs to. Source: profile 1, ADR 0006. */
export async function getOrganization(
  ctx: Pick<Context, 'db' | 'settings'>,
  caller: Pick<Caller, 'organizationId'>,
): Promise<Organization> {
  const row = await ctx.db
    .selectFrom('organizations')
    .select(['id', 'name', 'embed_origins'])
    .where('id', '=', caller.organizationId)
    .executeTakeFirstOrThrow()
  return { id: row.id, name: row.name, sandbox: ctx.settings.sandbox, embedOrigins: row.embed_origins }
}

/** The organization's row is the lock of its settings: of two that change them at once, the second sees what the first did. */
export async function lockOrganization(trx: Transaction, organizationId: string): Promise<void> {
  await trx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
