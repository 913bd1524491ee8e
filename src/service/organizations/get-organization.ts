import type { Organization } from '#shared/org/organization.ts'
import type { Caller, Context } from '#service/context.ts'

/** `GET /v1/org/organization`: the organization that the key belongs to. */
export async function getOrganization(ctx: Context, caller: Caller): Promise<Organization> {
  const row = await ctx.db
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where('id', '=', caller.organizationId)
    .executeTakeFirstOrThrow()
  return { id: row.id, name: row.name, sandbox: ctx.settings.sandbox }
}
