import { ADDRESSES_MAX, type SaveAddressRequest, type SavedAddress } from '#protocol/org/address-book.ts'
import type { BffContext } from '#bff/context.ts'
import { bffError } from '#bff/http/bff-error.ts'
import type { Session } from '#bff/sessions/session.ts'
import { savedAddress } from './list-addresses.ts'

/** Names an address, or names it again. @throws CONFLICT when the book is full */
export async function saveAddress(
  ctx: BffContext,
  { organization, admin }: Session,
  input: SaveAddressRequest & { address: string },
): Promise<SavedAddress> {
  const { label, note } = input
  const address = input.address.toLowerCase()
  const values = { label, note, saved_by: admin.name, updated_at: ctx.clock.now() }
  return ctx.db.transaction().execute(async (trx) => {
    const key = { organization_id: organization.id, address }
    const row = await trx
      .insertInto('bff_saved_address')
      .values({ ...key, ...values })
      .onConflict((conflict) => conflict.columns(['organization_id', 'address']).doUpdateSet(values))
      .returningAll()
      .executeTakeFirstOrThrow()
    const { count } = await trx
      .selectFrom('bff_saved_address')
      .select((select) => select.fn.countAll<string | number>().as('count'))
      .where('organization_id', '=', organization.id)
      .executeTakeFirstOrThrow()
    if (Number(count) > ADDRESSES_MAX) throw bffError('ADDRESS_BOOK_FULL', String(ADDRESSES_MAX))
    return savedAddress(row)
  })
}
