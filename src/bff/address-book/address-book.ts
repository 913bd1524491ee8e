import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import {
  ADDRESSES_MAX,
  importAddressesRequestSchema,
  saveAddressRequestSchema,
  type SavedAddress,
  type SaveAddressRequest,
  verifyPayeeRequestSchema,
} from '#protocol/console-api.ts'
import type {
  Asking,
  AuditBy,
  BffContext,
  BffDatabase,
  BffTransaction,
  Route,
  Session,
} from '#bff/context.ts'
import { lookUpAddressesRequestSchema, searchAddressesQuerySchema } from '#protocol/addresses.ts'
import { bffError } from '#bff/http/exchange.ts'
import type { BffTables } from '#bff/db/tables.ts'
import { addressSchema } from '#protocol/fields.ts'
import { recordAudit } from '#bff/audit/record-audit.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import { lookUpKnownAddresses } from './look-up-addresses.ts'
import { searchAddresses } from './search-addresses.ts'

/** The organization's saved addresses, by name. At most `ADDRESSES_MAX`, so not paginated. */
async function listAddresses(ctx: BffContext, organizationId: string): Promise<SavedAddress[]> {
  const rows = await ctx.db
    .selectFrom('bff_saved_address')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('label')
    .orderBy('address')
    .execute()
  return rows.map(savedAddress)
}

function savedAddress(row: Selectable<BffTables['bff_saved_address']>): SavedAddress {
  const { address, label, note, payee_name: payeeName, saved_by: savedBy, updated_at: updatedAt } = row
  return { address, label, note, payeeName, savedBy, updatedAtDatetime: updatedAt.toISOString() }
}

type NewAddress = SaveAddressRequest & { address: string }

/** Names or renames addresses, with an entry of the audit log for each: all of them, or none. @throws ADDRESS_BOOK_FULL */
async function saveAddresses(asked: Asking, addresses: readonly NewAddress[]): Promise<SavedAddress[]> {
  const { ctx, session, by } = asked
  return ctx.db.transaction().execute(async (trx) => {
    const saved: SavedAddress[] = []
    for (const one of addresses) saved.push(await storeAddress(trx, session, one, ctx.clock.now()))
    const { count } = await trx
      .selectFrom('bff_saved_address')
      .select((select) => select.fn.countAll<string | number>().as('count'))
      .where('organization_id', '=', session.organization.id)
      .executeTakeFirstOrThrow()
    if (Number(count) > ADDRESSES_MAX) throw bffError('ADDRESS_BOOK_FULL', String(ADDRESSES_MAX))
    for (const one of saved) await note(ctx, trx, by, 'address.saved', one)
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
  return savedAddress(row)
}

/** The organization's word for an address, as its label is now, for those who pay there; or no longer. */
async function verifyPayee(ctx: BffContext, organizationId: string, address: string, payee: boolean) {
  const row = await ctx.db
    .updateTable('bff_saved_address')
    .set((column) => ({ payee_name: payee ? column.ref('label') : null }))
    .where('organization_id', '=', organizationId)
    .where('address', '=', address.toLowerCase())
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) throw bffError('NOT_FOUND')
  return savedAddress(row)
}

/** Deletes a name and returns it; undefined for another organization's and for an unknown one. */
export async function removeAddress(ctx: BffContext, organizationId: string, address: string) {
  const row = await ctx.db
    .deleteFrom('bff_saved_address')
    .where((row) => row.and({ organization_id: organizationId, address: address.toLowerCase() }))
    .returningAll()
    .executeTakeFirst()
  return row && savedAddress(row)
}

const ofAddress = { params: z.strictObject({ address: addressSchema }) }
const PATH = '/api/addresses/:address'

/** The organization's address book: names shown wherever an address appears. */
export function addressBookRoutes(ctx: BffContext): Route[] {
  const route = sessionRoute(ctx)
  return [
    route('GET', '/api/addresses', {}, ({ session }) => listAddresses(ctx, session.organization.id)),
    route('GET', '/api/addresses/search', { query: searchAddressesQuerySchema }, ({ session, query }) =>
      searchAddresses(ctx, session.organization, query.q),
    ),
    route('POST', '/api/addresses/lookup', { body: lookUpAddressesRequestSchema }, ({ session, body }) =>
      lookUpKnownAddresses(ctx, session.organization, body),
    ),
    route('PUT', PATH, { ...ofAddress, body: saveAddressRequestSchema }, async (asked) => {
      const [saved] = await saveAddresses(asked, [{ ...asked.body, ...asked.params }])
      return saved
    }),
    route('POST', '/api/addresses/import', { body: importAddressesRequestSchema }, (asked) =>
      saveAddresses(asked, asked.body.addresses),
    ),
    route(
      'PUT',
      `${PATH}/payee`,
      { ...ofAddress, body: verifyPayeeRequestSchema },
      async ({ session, by, params, body: { payee } }) => {
        const saved = await verifyPayee(ctx, session.organization.id, params.address, payee)
        await note(ctx, ctx.db, by, payee ? 'address.verified' : 'address.unverified', saved)
        return saved
      },
    ),
    route('DELETE', PATH, ofAddress, async ({ session, by, params }) => {
      const removed = await removeAddress(ctx, session.organization.id, params.address)
      if (removed === undefined) throw bffError('NOT_FOUND')
      await note(ctx, ctx.db, by, 'address.removed', removed)
      return removed
    }),
  ]
}

function note(
  ctx: BffContext,
  db: BffDatabase,
  by: AuditBy,
  action: string,
  { address, label }: SavedAddress,
): Promise<void> {
  return recordAudit(ctx, db, { ...by, action, target: address, details: { label } })
}
