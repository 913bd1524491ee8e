import * as z from 'zod/mini'
import { addressSchema } from '#protocol/fields.ts'
import { checksum } from './address-input.ts'
import { dayOf } from './local-day.ts'

/**
 * A page's filters, read from its address: invalid ones are left out, so that an old link still shows a list. The
 * schema has one optional filter for each name.
 */
export function readSearch<Filter extends z.ZodMiniObject>(
  schema: Filter,
  search: URLSearchParams,
): z.output<Filter> {
  return schema.parse(Object.fromEntries(search))
}

export const optional = <Value>(read: (text: string) => Value | undefined) =>
  z.optional(
    z.pipe(
      z.string(),
      z.transform((typed) => (typed.trim() === '' ? undefined : read(typed.trim()))),
    ),
  )

/** One of some words. */
export const choice = <Word extends string>(words: readonly Word[]) =>
  optional((text) => words.find((word) => word === text))

/** A text, at most so long. */
export const text = (max: number) => optional((typed) => typed.slice(0, max))

/** A day of the reader's time zone. */
export const day = optional(dayOf)

/** An address, in its checksummed form. */
export const address = optional((typed) =>
  addressSchema.safeParse(typed).success ? checksum(typed) : undefined,
)
