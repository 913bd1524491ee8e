import {
  WALLET_OWNERS,
  WALLET_SORTS,
  WALLET_STATES,
  type WalletListFilter,
  type WalletOwner,
  type WalletSort,
  type WalletState,
} from '#protocol/wallets.ts'
import { dayOf, startOfDay } from '#web/console/lib/local-day.ts'

/** The filters of the list of wallets, and its order. `from` and `to` are days of the reader's time zone. */
export type WalletFilter = {
  q?: string
  owner?: WalletOwner
  state?: WalletState
  from?: string
  to?: string
  sort?: WalletSort
}

/** Reads the filters from the address; invalid ones are ignored, so an old link still shows a list. */
export function readWalletFilter(search: URLSearchParams): WalletFilter {
  const q = search.get('q')?.trim() ?? ''
  const owner = WALLET_OWNERS.find((one) => one === search.get('owner'))
  const state = WALLET_STATES.find((one) => one === search.get('state'))
  const sort = WALLET_SORTS.find((one) => one === search.get('sort'))
  const from = dayOf(search.get('from'))
  const to = dayOf(search.get('to'))
  return {
    ...(q !== '' && { q: q.slice(0, 255) }),
    ...(owner !== undefined && { owner }),
    ...(state !== undefined && { state }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(sort !== undefined && sort !== 'newest' && { sort }),
  }
}

/** Whether any filter is set; the order is none. */
export function isNarrowed(filter: WalletFilter): boolean {
  return Object.keys(filter).some((name) => name !== 'sort')
}

/** The filters for the service: its times have zones, and the end is exclusive. */
export function filterQuery({ from, to, ...filter }: WalletFilter): WalletListFilter {
  return {
    ...filter,
    ...(from !== undefined && { sinceDatetime: startOfDay(from, 0) }),
    ...(to !== undefined && { untilDatetime: startOfDay(to, 1) }),
  }
}
