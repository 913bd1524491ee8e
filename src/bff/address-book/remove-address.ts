import type { HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { bffError } from '#bff/http/exchange.ts'
import { recordAddress, toSavedAddress } from './saved-address.ts'

/**
 * Deletes an address and returns it. Throws the same error for another organization's address as for an unknown
 * address.
 *
 * @throws NOT_FOUND
 */
export const removeAddress: ConsoleOperation<'removeAddress', WritesAudit & HasDatabase> = async (asked) => {
  const { ctx, session, by, action, params } = asked
  const row = await ctx.db
    .deleteFrom('bff_saved_address')
    .where((row) =>
      row.and({ organization_id: session.organization.id, address: params.address.toLowerCase() }),
    )
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) throw bffError('NOT_FOUND')
  const removed = toSavedAddress(row)
  await recordAddress(ctx, ctx.db, { ...by, action }, removed)
  return removed
}
