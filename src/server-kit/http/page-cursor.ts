import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import { datetimeQuerySchema } from '#protocol/fields.ts'
import { tryJson } from './parse-json.ts'
import { fieldError } from './validate.ts'

/** Position of the last row of a page. Rows are listed newest first, and the next page begins after this row. */
type RowCursor = { createdAt: Date; id: string }

const cursorSchema = z.tuple([datetimeQuerySchema, z.uuid()])

export function encodeRowCursor(cursor: RowCursor): string {
  return encodeCursor([cursor.createdAt.toISOString(), cursor.id])
}

/** Decodes a cursor. Undefined if `encodeRowCursor` did not create it. */
export function decodeRowCursor(text: string): RowCursor | undefined {
  const values = decodeCursor(cursorSchema, text)
  return values && { createdAt: new Date(values[0]), id: values[1] }
}

/** The sort values of a page's last row, encoded for a link. */
export function encodeCursor(values: readonly (string | number | boolean)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** Decodes a cursor. Undefined if the text is not a cursor with these values. */
export function decodeCursor<Schema extends z.ZodMiniType>(
  schema: Schema,
  text: string,
): z.output<Schema> | undefined {
  return z.safeParse(schema, tryJson(Buffer.from(text, 'base64url').toString('utf8'))).data
}

/** Decodes a cursor. @throws VALIDATION_FAILED for a cursor that the server did not issue */
export function requireCursor<Cursor>(decoded: Cursor | undefined): Cursor {
  if (decoded === undefined) throw fieldError('cursor', 'must be the cursor of a next link')
  return decoded
}

/**
 * SQL condition for the rows after a cursor. The columns `at` and `id` order the list, newest first.
 *
 * @throws VALIDATION_FAILED for a cursor that the server did not issue
 */
export function comesAfter(cursor: string, [at, id]: readonly [at: string, id: string]): RawBuilder<boolean> {
  const last = requireCursor(decodeRowCursor(cursor))
  return sql`(${sql.ref(at)}, ${sql.ref(id)}) < (${last.createdAt}::timestamptz, ${last.id}::uuid)`
}
