import { recordAudit } from '#bff/audit/record-audit.ts'
import type { DescribesSessions, FindsSessions, HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { AskedOf, ConsoleOperation } from '#bff/http/console-operation.ts'
import { listOrganizationIds } from '#bff/organizations/memberships.ts'
import { findSession } from '#bff/sessions/session.ts'
import { sessionContent } from '#bff/sessions/signed-in-answer.ts'

/**
 * Renames the signed-in person in each of their organizations. Earlier audit log entries retain the old name. Each
 * organization's log gets an entry about the change.
 */
export const renamePerson: ConsoleOperation<'renamePerson', DescribesSessions & FindsSessions> = async (
  asked,
) => {
  const { ctx, exchange, session, body } = asked
  const name = body.name.trim()
  if (name !== session.admin.name) await storeName(asked, name)
  return sessionContent(ctx, await findSession(ctx, exchange.req.raw))
}

function storeName(
  { ctx, session, by, action }: AskedOf<'renamePerson', WritesAudit & HasDatabase>,
  name: string,
): Promise<void> {
  const { id, name: from } = session.admin
  return ctx.db.transaction().execute(async (trx) => {
    await trx.updateTable('bff_admin').set({ name }).where('id', '=', id).execute()
    for (const organizationId of await listOrganizationIds(trx, id)) {
      const entry = { action, target: id, details: { from, to: name } }
      await recordAudit(ctx, trx, { ...by, organizationId, ...entry })
    }
  })
}
