import type { HasDatabase } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { toSavedAddress } from './saved-address.ts'

/** Lists the organization's saved addresses by name. Not paginated, because there are at most `ADDRESSES_MAX`. */
export const listAddresses: ConsoleOperation<'listAddresses', HasDatabase> = async ({ ctx, session }) => {
  const rows = await ctx.db
    .selectFrom('bff_saved_address')
    .selectAll()
    .where('organization_id', '=', session.organization.id)
    .orderBy('label')
    .orderBy('address')
    .execute()
  return rows.map(toSavedAddress)
}
