import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import { checksumAddress } from '#protocol/display/address.ts'
import type { ListWalletsQuery, Wallet, WalletSort } from '#protocol/wallets.ts'
import {
  decodeRowCursor,
  decodeCursor,
  encodeRowCursor,
  encodeCursor,
  requireCursor,
} from '#server-kit/http/page-cursor.ts'
import { readPage } from '#server-kit/http/read-page.ts'
import type { HasDatabase, HasPublicUrl } from '#service/context-parts.ts'
import type { Database } from '#service/db/database.ts'
import { WithHeaders, type PagedOperation } from '#service/http/endpoint-types.ts'
import type { WalletTables } from './tables.ts'

/**
 * `GET /wallets`: the organization's wallets, newest first by default, as the plain array of the specification. Every
 * page except the last has a `Link` header with `rel="next"`. `externalUserId` matches exactly. `q` finds text in
 * label, user id, user label and email address, or the beginning of an address. `owner`, `state`, `approver` and the
 * two times (the second one exclusive) are further filters (spec "Wallet list item", ADR 0018).
 *
 * @throws VALIDATION_FAILED for a cursor that does not belong to this order
 */
export const listWallets: PagedOperation<'listWallets', HasDatabase & HasPublicUrl> = async (
  ctx,
  caller,
  { query },
) => {
  const { page, headers } = await readPage({
    publicUrl: ctx.settings.publicUrl,
    path: '/v1/baas/wallets',
    query,
    read: async (count) => {
      const listed = sql`wallets
        where organization_id = ${caller.organizationId} and ${sql.join(conditions(query), sql` and `)}`
      const isIndexed = (query.q?.length ?? 0) >= PART_LENGTH
      const isRare = query.sort === 'label' && isIndexed && (await findsFew(ctx.db, listed))
      const found = await sql<OrderedRow & AnsweredRow>`
        select id, address, label, ${LABEL_ORDER} as label_order, external_user_id, external_user_label, created_at
        from ${isRare ? sql`(select * from ${listed} offset 0) as wallets` : listed}
        order by ${chooseOrder(query).orderBy} limit ${count}`.execute(ctx.db)
      return found.rows
    },
    next: (last) => ({ cursor: chooseOrder(query).cursorOf(last) }),
  })
  return new WithHeaders(page.map(walletAnswer), headers)
}

/** Minimum length of a search text for the trigram index, in characters. */
const PART_LENGTH = 3
const FEW = 2_000

/**
 * Whether a search finds fewer than `FEW` wallets. These are found first and then sorted. Otherwise, reading the
 * wallets by label until a page is full would read nearly all of them.
 */
async function findsFew(db: Database, listed: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select from ${listed} limit ${FEW}) as found`.execute(db)
  return (rows[0]?.count ?? 0) < FEW
}

type AnsweredRow = Pick<
  WalletTables['wallets'],
  'id' | 'address' | 'label' | 'external_user_id' | 'external_user_label' | 'created_at'
>
function conditions(query: ListWalletsQuery): RawBuilder<boolean>[] {
  const { externalUserId, q, owner, state, approver, sinceDatetime, untilDatetime } = query
  const found: RawBuilder<boolean>[] = [sql`status <> 'failed'`]
  if (externalUserId !== undefined) found.push(sql`external_user_id = ${externalUserId}`)
  if (q !== undefined && q !== '') found.push(foundBy(q))
  if (owner === 'organization') found.push(sql`external_user_id = ''`)
  if (owner === 'end-user') found.push(sql`external_user_id <> ''`)
  if (state !== undefined) found.push(sql`status = ${state}`)
  if (approver === 'enrolled') found.push(ENROLLED)
  if (approver === 'missing') found.push(UNPROTECTED)
  if (sinceDatetime !== undefined) found.push(sql`created_at >= ${sinceDatetime}::timestamptz`)
  if (untilDatetime !== undefined) found.push(sql`created_at < ${untilDatetime}::timestamptz`)
  if (query.cursor !== undefined) found.push(chooseOrder(query).behind(query.cursor))
  return found
}

const ENROLMENT = sql`select from approvers
  where approvers.organization_id = wallets.organization_id and enrolled_at is not null
    and approvers.external_user_id = wallets.external_user_id and approvers.email = wallets.email`

/**
 * SQL: whether the end-user of a row of `wallets` has enrolled, so that its transactions are held. `offset 0` makes
 * the planner look up the end-user for each row of the page. The planner expects hardly any rows and would
 * otherwise read all end-users first.
 */
const ENROLLED = sql<boolean>`exists (${ENROLMENT} offset 0)`

/** SQL: whether a row of `wallets` belongs to an end-user and its transactions are not held. */
const UNPROTECTED = sql<boolean>`external_user_id <> '' and not ${ENROLLED}`

/**
 * SQL: like `UNPROTECTED`, for a query over all wallets of an organization. It is faster for such a query, because
 * the wallets are joined with all enrolled end-users at once.
 */
export const UNPROTECTED_OF_ALL = sql<boolean>`external_user_id <> '' and not exists (${ENROLMENT})`

function chooseOrder({ sort }: ListWalletsQuery) {
  return WALLET_ORDERS[sort ?? 'newest']
}

export function walletAnswer(row: AnsweredRow): Wallet {
  return {
    id: row.id,
    address: checksumAddress(row.address),
    label: row.label,
    externalUserId: row.external_user_id,
    externalUserLabel: row.external_user_label,
    createdAtDatetime: row.created_at.toISOString(),
  }
}

/**
 * SQL: whether `text` finds a row of `wallets`: in its label, in its end-user's id, label and email address, or as
 * the beginning of its address.
 */
export function foundBy(text: string): RawBuilder<boolean> {
  // The text is literal: its % and _ are not wildcards.
  const plain = text.replace(/[\\%_]/g, '\\$&')
  return sql`(search_text like '%' || lower(${plain}) || '%' or address like ${`${plain.toLowerCase()}%`})`
}

/** The values of a cursor. */
type OrderedRow = { id: string; created_at: Date; label: string; label_order: string }

type Order = {
  orderBy: RawBuilder<unknown>
  cursorOf: (row: OrderedRow) => string
  /**
   * SQL: whether a row comes after a cursor.
   *
   * @throws VALIDATION_FAILED if the cursor does not belong to this order
   */
  behind: (cursor: string) => RawBuilder<boolean>
}

/** SQL: the label in lower case, sorted by bytes. This order is the same in every engine and locale. */
const LABEL_ORDER = sql.raw('lower(label) collate "C"')

/** A database text cannot contain NUL. */
const labelCursorSchema = z.tuple([z.boolean(), z.string().check(z.regex(/^[^\0]*$/)), z.uuid()])

/** The orders of a list of wallets. A row's position does not change while a caller pages. */
const WALLET_ORDERS: Record<WalletSort, Order> = {
  newest: byAge('<', sql`created_at desc, id desc`),
  oldest: byAge('>', sql`created_at, id`),
  label: {
    orderBy: sql`(label = ''), ${LABEL_ORDER}, id`,
    cursorOf: ({ label, label_order: text, id }) => encodeCursor([label === '', text, id]),
    behind: (cursor) => {
      const [isUnnamed, text, id] = requireCursor(decodeCursor(labelCursorSchema, cursor))
      return sql`((label = ''), ${LABEL_ORDER}, id) > (${isUnnamed}::boolean, ${text}::text collate "C", ${id}::uuid)`
    },
  },
}

function byAge(comparison: '<' | '>', orderBy: RawBuilder<unknown>): Order {
  return {
    orderBy,
    cursorOf: ({ created_at: createdAt, id }) => encodeRowCursor({ createdAt, id }),
    behind: (cursor) => {
      const last = requireCursor(decodeRowCursor(cursor))
      return sql`(created_at, id) ${sql.raw(comparison)} (${last.createdAt}::timestamptz, ${last.id}::uuid)`
    },
  }
}
