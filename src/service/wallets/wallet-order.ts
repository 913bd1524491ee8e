import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import type { WalletSort } from '#shared/org/wallets.ts'
import { decodeCursor, decodePlace, encodeCursor, encodePlace } from '#server-kit/http/page-cursor.ts'

/** What a cursor is made of. */
export type OrderedRow = { id: string; created_at: Date; label: string; label_order: string }

type Order = {
  orderBy: RawBuilder<unknown>
  cursorOf: (row: OrderedRow) => string
  /** SQL: whether a row stands behind the place of a cursor; `undefined` for a text that is no such cursor. */
  behind: (cursor: string) => RawBuilder<boolean> | undefined
}

/** SQL: by bytes of the lower case, which every engine and locale does alike. */
export const LABEL_ORDER = sql.raw('lower(label) collate "C"')

const labelPlaceSchema = z.tuple([z.boolean(), z.string(), z.uuid()])

/** The orders a list of wallets can have. A place in them moves for nobody while someone pages. */
export const WALLET_ORDERS: Record<WalletSort, Order> = {
  newest: byAge('<', sql`created_at desc, id desc`),
  oldest: byAge('>', sql`created_at, id`),
  label: {
    orderBy: sql`(label = ''), ${LABEL_ORDER}, id`,
    cursorOf: ({ label, label_order: text, id }) => encodePlace([label === '', text, id]),
    behind: (cursor) => {
      const place = decodePlace(labelPlaceSchema, cursor)
      if (place === undefined) return undefined
      const [isUnnamed, text, id] = place
      return sql`((label = ''), ${LABEL_ORDER}, id) > (${isUnnamed}::boolean, ${text}::text collate "C", ${id}::uuid)`
    },
  },
}

function byAge(comparison: '<' | '>', orderBy: RawBuilder<unknown>): Order {
  return {
    orderBy,
    cursorOf: ({ created_at: createdAt, id }) => encodeCursor({ createdAt, id }),
    behind: (cursor) => {
      const place = decodeCursor(cursor)
      if (place === undefined) return undefined
      return sql`(created_at, id) ${sql.raw(comparison)} (${place.createdAt}::timestamptz, ${place.id}::uuid)`
    },
  }
}
