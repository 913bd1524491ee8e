import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Wallet } from '#shared/baas/wallets.ts'
import { checksumAddress } from '#shared/display/address.ts'
import type { listWalletsQuerySchema } from '#shared/org/endpoints.ts'
import type { Caller, Context } from '#service/context.ts'
import type { WalletTables } from './tables.ts'
import { PLANNED_EACH_TIME } from '#service/db/planned-each-time.ts'
import { decodeCursor, encodeCursor, pageLimit, type PageCursor } from '#service/db/page-cursor.ts'
import { WithHeaders } from '#service/http/endpoint-types.ts'
import { fieldError } from '#service/http/validate.ts'
import { foundBy } from './found-by.ts'

type Query = z.output<typeof listWalletsQuerySchema>

/**
 * `GET /wallets`: the organization's wallets, newest first, as the plain array of the specification. A page
 * that is not the last has a `Link` header with `rel="next"`. `externalUserId` matches exactly; `q` finds
 * text in label, user id, user label and email, or the beginning of an address.
 *
 * @throws VALIDATION_FAILED for a cursor that was not given out
 */
export async function listWallets(
  ctx: Context,
  caller: Caller,
  input: { query: Query },
): Promise<WithHeaders<Wallet[]>> {
  const limit = pageLimit(input.query.limit)
  const cursor = readCursor(input.query.cursor)
  const rows = await selectWallets(ctx, caller.organizationId, input.query, cursor, limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const headers: Record<string, string> = {}
  if (rows.length > limit && last !== undefined) {
    const next = encodeCursor({ createdAt: last.created_at, id: last.id })
    headers['link'] = nextLink(ctx.settings.publicUrl, input.query, limit, next)
  }
  const wallets = page.map((row) => ({
    id: row.id,
    address: checksumAddress(row.address),
    label: row.label,
    externalUserId: row.external_user_id,
    externalUserLabel: row.external_user_label,
    createdAtDatetime: row.created_at.toISOString(),
  }))
  return new WithHeaders(wallets, headers)
}

type Row = Pick<
  WalletTables['wallets'],
  'id' | 'address' | 'label' | 'external_user_id' | 'external_user_label' | 'created_at'
>

/** Planned anew each time: whether the order or the searched text leads faster depends on the text. */
async function selectWallets(
  ctx: Context,
  organizationId: string,
  query: Query,
  cursor: PageCursor | undefined,
  count: number,
): Promise<Row[]> {
  const conditions = [
    sql`organization_id = ${organizationId}`,
    sql`status <> 'failed'`,
    ...(query.externalUserId === undefined ? [] : [sql`external_user_id = ${query.externalUserId}`]),
    ...(query.q === undefined || query.q === '' ? [] : [foundBy(query.q)]),
    ...(cursor === undefined
      ? []
      : [sql`(created_at, id) < (${cursor.createdAt}::timestamptz, ${cursor.id}::uuid)`]),
  ]
  const found = await sql<Row>`${PLANNED_EACH_TIME}
    select id, address, label, external_user_id, external_user_label, created_at from wallets
    where ${sql.join(conditions, sql` and `)}
    order by created_at desc, id desc limit ${count}`.execute(ctx.db)
  return found.rows
}

function readCursor(text: string | undefined): PageCursor | undefined {
  if (text === undefined) return undefined
  const cursor = decodeCursor(text)
  if (cursor === undefined) throw fieldError('cursor', 'must be the cursor of a next link')
  return cursor
}

function nextLink(publicUrl: string, query: Query, limit: number, cursor: string): string {
  const url = new URL(`${publicUrl}/v1/baas/wallets`)
  url.searchParams.set('limit', String(limit))
  url.searchParams.set('cursor', cursor)
  if (query.externalUserId !== undefined) url.searchParams.set('externalUserId', query.externalUserId)
  if (query.q !== undefined) url.searchParams.set('q', query.q)
  return `<${url.href}>; rel="next"`
}
