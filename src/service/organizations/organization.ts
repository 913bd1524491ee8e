import type { Operation } from '#service/http/endpoint-types.ts'
import { originProblem } from '#protocol/passkey/origin.ts'
import { validationError } from '#server-kit/http/validate.ts'
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

/**
 * `PUT /v1/org/organization`: changes the name, or the sites whose pages may hold the widget in a frame; what
 * is left out stays. Source: profile 1, ADR 0006.
 *
 * @throws VALIDATION_FAILED for an origin that no browser would send
 */
export const updateOrganization: Operation<'updateOrganization'> = async (ctx, caller, input) => {
  const { name, embedOrigins } = input.body
  const changes = {
    ...(name !== undefined && { name: name.trim() }),
    ...(embedOrigins !== undefined && { embed_origins: parseEmbedOrigins(embedOrigins) }),
  }
  if (Object.keys(changes).length > 0) {
    await ctx.db.updateTable('organizations').set(changes).where('id', '=', caller.organizationId).execute()
  }
  return getOrganization(ctx, caller)
}

function parseEmbedOrigins(origins: readonly string[]): string[] {
  const errors = origins.flatMap((origin, index) => {
    const message = originProblem(origin)
    return message === undefined ? [] : [{ path: `embedOrigins.${index}`, message }]
  })
  if (errors.length > 0) throw validationError(errors)
  return [...new Set(origins)]
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
