import * as z from 'zod/mini'
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '#shared/baas/limits.ts'

/** The last row of a page, newest first: the next page begins after it. */
export type PageCursor = { createdAt: Date; id: string }

const cursorSchema = z.tuple([z.iso.datetime(), z.uuid()])

export function encodeCursor(cursor: PageCursor): string {
  return encodePlace([cursor.createdAt.toISOString(), cursor.id])
}

/** `undefined` for a text that `encodeCursor` did not make. */
export function decodeCursor(text: string): PageCursor | undefined {
  const place = decodePlace(cursorSchema, text)
  return place && { createdAt: new Date(place[0]), id: place[1] }
}

/** A place in an order of another kind, as a text for a link. */
export function encodePlace(place: readonly (string | number | boolean)[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/** `undefined` for a text that is no place of this form. */
export function decodePlace<Schema extends z.ZodMiniType>(
  schema: Schema,
  text: string,
): z.output<Schema> | undefined {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
  return z.safeParse(schema, value).data
}

/** How many rows a page has: the asked number within 1 and the most, else the default. */
export function pageLimit(asked: string | undefined): number {
  if (asked === undefined) return PAGE_LIMIT_DEFAULT
  return Math.min(Math.max(Number(asked), 1), PAGE_LIMIT_MAX)
}
