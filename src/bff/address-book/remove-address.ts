import type { SavedAddress } from '#protocol/org/address-book.ts'
import type { BffContext } from '#bff/context.ts'
import { savedAddress } from './list-addresses.ts'

/** Forgets a name and answers what it was; undefined alike for another organization's and for none at all. */
export async function removeAddress(
  ctx: BffContext,
  organizationId: string,
  address: string,
): Promise<SavedAddress | undefined> {
  const row = await ctx.db
    .deleteFrom('bff_saved_address')
    .where('organization_id', '=', organizationId)
    .where('address', '=', address.toLowerCase())
    .returningAll()
    .executeTakeFirst()
  return row && savedAddress(row)
}
