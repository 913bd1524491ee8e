import type { HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { Session } from '#bff/context.ts'
import type { BffTransaction } from '#bff/db/database.ts'
import type { AskedOf, ConsoleOperation } from '#bff/http/console-operation.ts'
import { bffError } from '#bff/http/exchange.ts'
import { ADDRESSES_MAX, type SavedAddress, type SaveAddressRequest } from '#protocol/console/address-book.ts'
import { recordAddress, toSavedAddress } from './saved-address.ts'

/** Saves or renames one address. @throws ADDRESS_BOOK_FULL */
export const saveAddress: ConsoleOperation<'saveAddress', WritesAudit & HasDatabase> = async (asked) => {
  const [saved] = await saveAll(asked, [{ ...asked.body, ...asked.params }])
  if (saved === undefined) throw new Error('one address was saved, and none returned')
  return saved
}

/** Saves or renames several addresses, all or none. @throws ADDRESS_BOOK_FULL */
export const importAddresses: ConsoleOperation<'importAddresses', WritesAudit & HasDatabase> = (asked) =>
  saveAll(asked, asked.body.addresses)

type Saving = Pick<AskedOf<'saveAddress', HasDatabase & WritesAudit>, 'ctx' | 'session' | 'by' | 'action'>
type NewAddress = SaveAddressRequest & { address: string }

/** Saves addresses, all or none, with an audit log entry for each. @throws ADDRESS_BOOK_FULL */
async function saveAll(asked: Saving, addresses: readonly NewAddress[]): Promise<SavedAddress[]> {
  const { ctx, session, by, action } = asked
  return ctx.db.transaction().execute(async (trx) => {
    const saved: SavedAddress[] = []
    for (const one of addresses) saved.push(await storeAddress(trx, session, one, ctx.clock.now()))
    const { count } = await trx
      .selectFrom('bff_saved_address')
      .select((select) => select.fn.countAll<string | number>().as('count'))
      .where('organization_id', '=', session.organization.id)
      .executeTakeFirstOrThrow()
    if (Number(count) > ADDRESSES_MAX) throw bffError('ADDRESS_BOOK_FULL', String(ADDRESSES_MAX))
    for (const one of saved) await recordAddress(ctx, trx, { ...by, action }, one)
    return saved
  })
}

async function storeAddress(
  trx: BffTransaction,
  { organization, admin }: Session,
  { address, label, note: text }: NewAddress,
  now: Date,
): Promise<SavedAddress> {
  const values = { label, note: text, saved_by: admin.name, updated_at: now }
  const row = await trx
    .insertInto('bff_saved_address')
    .values({ organization_id: organization.id, address: address.toLowerCase(), ...values })
    .onConflict((conflict) => conflict.columns(['organization_id', 'address']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow()
  return toSavedAddress(row)
}
