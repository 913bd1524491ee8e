import * as z from 'zod/mini'
import {
  WALLET_APPROVERS,
  WALLET_OWNERS,
  WALLET_SORTS,
  WALLET_STATES,
  type WalletListFilter,
} from '#protocol/wallets.ts'
import { choice, day, readSearch, text } from '#web/console/lib/read-search.ts'
import { startOfDay } from '#web/console/lib/local-day.ts'

/** The filters of the list of wallets, and its order. `from` and `to` are days of the reader's time zone. */
const filterSchema = z.object({
  q: text(255),
  owner: choice(WALLET_OWNERS),
  state: choice(WALLET_STATES),
  approver: choice(WALLET_APPROVERS),
  from: day,
  to: day,
  // The newest first needs no word.
  sort: choice(WALLET_SORTS.filter((sort) => sort !== 'newest')),
})
export type WalletFilter = z.output<typeof filterSchema>

export const readWalletFilter = (search: URLSearchParams): WalletFilter => readSearch(filterSchema, search)

/** Whether any filter is set; the order is none. */
export function isNarrowed(filter: WalletFilter): boolean {
  return Object.entries(filter).some(([name, value]) => name !== 'sort' && value !== undefined)
}

/** The filters for the service: its times have zones, and the end is exclusive. */
export function filterQuery({ from, to, ...filter }: WalletFilter): WalletListFilter {
  return {
    ...filter,
    sinceDatetime: from && startOfDay(from, 0),
    untilDatetime: to && startOfDay(to, 1),
  }
}
