import { recordAudit } from '#bff/audit/record-audit.ts'
import type { HasDatabase, HasMailer, HasPublicUrl, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { lockMembers } from '#bff/members/with-member.ts'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'
import { readScim } from './get-scim.ts'
import { createToken, tokenStart } from './scim-token.ts'

/**
 * Creates the organization's token, or replaces it: the previous token ends at once. The token is never returned
 * again; only its hash is stored.
 */
export const createScimToken: ConsoleOperation<
  'createScimToken',
  WritesAudit & HasDatabase & HasMailer & HasPublicUrl
> = async ({ ctx, session, by, action }) => {
  const [created, rotated] = action
  const organizationId = session.organization.id
  const secret = createToken()
  const start = tokenStart(secret)
  await ctx.db.transaction().execute(async (trx) => {
    await lockMembers(trx, organizationId)
    const previous = await trx
      .deleteFrom('bff_scim_connection')
      .where('organization_id', '=', organizationId)
      .returning('start')
      .executeTakeFirst()
    await trx
      .insertInto('bff_scim_connection')
      .values({
        organization_id: organizationId,
        token_hash: hashSecret(secret),
        start,
        created_by: session.admin.name,
        created_at: ctx.clock.now(),
        last_used_at: null,
      })
      .execute()
    const entry = { action: previous === undefined ? created : rotated, target: null, details: { start } }
    await recordAudit(ctx, trx, { ...by, ...entry })
  })
  return { ...(await readScim(ctx, organizationId)), secret }
}
