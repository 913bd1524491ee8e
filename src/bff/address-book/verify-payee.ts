import type { HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { bffError } from '#bff/http/exchange.ts'
import { recordAddress, toSavedAddress } from './saved-address.ts'

/** Verifies or unverifies an address for payers, with its current label as the payee name. @throws NOT_FOUND */
export const verifyPayee: ConsoleOperation<'verifyPayee', WritesAudit & HasDatabase> = async (asked) => {
  const { ctx, session, by, params, body } = asked
  const [verified, unverified] = asked.action
  const row = await ctx.db
    .updateTable('bff_saved_address')
    .set((column) => ({ payee_name: body.payee ? column.ref('label') : null }))
    .where('organization_id', '=', session.organization.id)
    .where('address', '=', params.address.toLowerCase())
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) throw bffError('NOT_FOUND')
  const saved = toSavedAddress(row)
  await recordAddress(ctx, ctx.db, { ...by, action: body.payee ? verified : unverified }, saved)
  return saved
}
