import type { Selectable } from 'kysely'
import type { SavedAddress } from '#protocol/org/address-book.ts'
import type { BffContext } from '#bff/context.ts'
import type { AddressBookTables } from './tables.ts'

/** Every address that the organization has named, by name. At most `ADDRESSES_MAX`, so there are no pages. */
export async function listAddresses(ctx: BffContext, organizationId: string): Promise<SavedAddress[]> {
  const rows = await ctx.db
    .selectFrom('bff_saved_address')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('label')
    .orderBy('address')
    .execute()
  return rows.map(savedAddress)
}

export function savedAddress(row: Selectable<AddressBookTables['bff_saved_address']>): SavedAddress {
  const { address, label, note, saved_by: savedBy, updated_at: updatedAt } = row
  return { address, label, note, savedBy, updatedAtDatetime: updatedAt.toISOString() }
}
