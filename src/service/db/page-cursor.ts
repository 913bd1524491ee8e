import * as z from 'zod/mini'
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '#shared/baas/limits.ts'

/** The last row of a page, newest first: the next page begins after it. */
export type PageCursor = { createdAt: Date; id: string }

const cursorSchema = z.tuple([z.iso.datetime(), z.uuid()])

export function encodeCursor(cursor: PageCursor): string {
  return Buffer.from(JSON.stringify([cursor.createdAt.toISOString(), cursor.id])).toString('base64url')
}

/** `undefined` for a text that `encodeCursor` did not make. */
export function decodeCursor(text: string): PageCursor | undefined {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
  const parsed = z.safeParse(cursorSchema, value)
  if (!parsed.success) return undefined
  return { createdAt: new Date(parsed.data[0]), id: parsed.data[1] }
}

/** How many rows a page has: the asked number within 1 and the most, else the default. */
export function pageLimit(asked: string | undefined): number {
  if (asked === undefined) return PAGE_LIMIT_DEFAULT
  return Math.min(Math.max(Number(asked), 1), PAGE_LIMIT_MAX)
}
