import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import type { WalletSort } from '#protocol/org/wallets.ts'
import { decodeRowCursor, decodeCursor, encodeRowCursor, encodeCursor } from '#server-kit/http/page-cursor.ts'

/** What a cursor is made of. */
export type OrderedRow = { id: string; created_at: Date; label: string; label_order: string }

type Order = {
  orderBy: RawBuilder<unknown>
  cursorOf: (row: OrderedRow) => string
  /** SQL: whether a row comes after a cursor; `undefined` for a text that is no such cursor. */
  behind: (cursor: string) => RawBuilder<boolean> | undefined
}

/** SQL: by bytes of the lower case, which every engine and locale does alike. */
export const LABEL_ORDER = sql.raw('lower(label) collate "C"')

const labelCursorSchema = z.tuple([z.boolean(), z.string(), z.uuid()])

/** The orders a list of wallets can have. A position in them moves for nobody while someone pages. */
export const WALLET_ORDERS: Record<WalletSort, Order> = {
  newest: byAge('<', sql`created_at desc, id desc`),
  oldest: byAge('>', sql`created_at, id`),
  label: {
    orderBy: sql`(label = ''), ${LABEL_ORDER}, id`,
    cursorOf: ({ label, label_order: text, id }) => encodeCursor([label === '', text, id]),
    behind: (cursor) => {
      const values = decodeCursor(labelCursorSchema, cursor)
      if (values === undefined) return undefined
      const [isUnnamed, text, id] = values
      return sql`((label = ''), ${LABEL_ORDER}, id) > (${isUnnamed}::boolean, ${text}::text collate "C", ${id}::uuid)`
    },
  },
}

function byAge(comparison: '<' | '>', orderBy: RawBuilder<unknown>): Order {
  return {
    orderBy,
    cursorOf: ({ created_at: createdAt, id }) => encodeRowCursor({ createdAt, id }),
    behind: (cursor) => {
      const last = decodeRowCursor(cursor)
      if (last === undefined) return undefined
      return sql`(created_at, id) ${sql.raw(comparison)} (${last.createdAt}::timestamptz, ${last.id}::uuid)`
    },
  }
}
