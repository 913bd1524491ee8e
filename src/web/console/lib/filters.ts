import * as z from 'zod/mini'
import { LOGGED_METHODS, STATUS_CLASSES } from '#protocol/api-key-requests.ts'
import { AUDIT_RESULTS } from '#protocol/audit.ts'
import { DELIVERED_TYPES, DELIVERY_STATUSES } from '#protocol/events.ts'
import { addressSchema } from '#protocol/fields.ts'
import { TRANSACTION_KINDS } from '#protocol/token-functions.ts'
import { TRANSACTION_STATES } from '#protocol/transaction-states.ts'
import { WALLET_APPROVERS, WALLET_OWNERS, WALLET_SORTS, WALLET_STATES } from '#protocol/wallets.ts'
import { checksum } from './address-input.ts'
import { PERIODS, parseDay } from './display.ts'

/**
 * Reads a page's filters from its URL. Drops invalid filters, so that an old link still shows a list. The schema has
 * one optional filter per name.
 */
export function readSearch<List extends z.ZodMiniObject>(
  schema: List,
  search: URLSearchParams,
): z.infer<List> {
  return schema.parse(Object.fromEntries(search))
}

const optional = <Value>(read: (text: string) => Value | undefined) =>
  z.optional(
    z.pipe(
      z.string(),
      z.transform((typed) => (typed.trim() === '' ? undefined : read(typed.trim()))),
    ),
  )

/** One of the given words. */
const choice = <Word extends string>(words: readonly Word[]) =>
  optional((text) => words.find((word) => word === text))

/** A text of at most `max` characters. */
const text = (max: number) => optional((typed) => typed.slice(0, max))

/** A day in the reader's time zone. */
const day = optional(parseDay)

/** An address in its checksummed form. */
const address = optional((typed) => (addressSchema.safeParse(typed).success ? checksum(typed) : undefined))

const CURSOR = /^[0-9]{1,18}$/

/** Filters of each list, plus the sort order of wallets. Days are in the reader's time zone. */
export const FILTERS = {
  transactions: z.object({
    status: choice(TRANSACTION_STATES),
    kind: choice(TRANSACTION_KINDS),
    token: address,
    wallet: address,
    user: text(255),
    time: choice(PERIODS),
    cursor: text(500),
  }),
  wallets: z.object({
    q: text(255),
    owner: choice(WALLET_OWNERS),
    state: choice(WALLET_STATES),
    approver: choice(WALLET_APPROVERS),
    from: day,
    to: day,
    // Newest first is the default, so the URL does not name it.
    sort: choice(WALLET_SORTS.filter((sort) => sort !== 'newest')),
  }),
  requests: z.object({
    status: choice(STATUS_CLASSES),
    method: choice(LOGGED_METHODS),
    code: text(60),
    time: choice(PERIODS),
    cursor: text(500),
  }),
  deliveries: z.object({
    type: choice(DELIVERED_TYPES),
    status: choice(DELIVERY_STATUSES),
    time: choice(PERIODS),
    cursor: text(500),
  }),
  audit: z.object({
    actor: text(200),
    action: text(100),
    target: text(200),
    result: choice(AUDIT_RESULTS),
    since: day,
    until: day,
    cursor: optional((typed) => (CURSOR.test(typed) ? typed : undefined)),
  }),
}
export type FilterOf<List extends keyof typeof FILTERS> = z.output<(typeof FILTERS)[List]>

/** The filters of a list as search parameters. */
export type SearchOf<List extends keyof typeof FILTERS> = Partial<
  Record<keyof FilterOf<List>, string | undefined>
>

/** Number of filters that are set, without `others`. */
export function countFilters(filter: object, ...others: string[]): number {
  return Object.entries(filter).filter(([name, value]) => value !== undefined && !others.includes(name))
    .length
}

/** Whether any filter other than `others` is set. */
export function isNarrowed(filter: object, ...others: string[]): boolean {
  return countFilters(filter, ...others) > 0
}
