import { WALLET_OWNERS, WALLET_SORTS, WALLET_STATES } from '#protocol/org/wallets.ts'
import type { WalletOwner, WalletSort, WalletState } from '#protocol/org/wallets.ts'
import type { WalletExportFilter } from '#protocol/org/exports.ts'

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/

/** What the list of wallets is narrowed to, and its order. `from` and `to` are days of the reader's time zone. */
export type WalletFilter = {
  q?: string
  owner?: WalletOwner
  state?: WalletState
  from?: string
  to?: string
  sort?: WalletSort
}

/** Reads the filters out of the address; what is none is left out, so an old link still shows a list. */
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

/** Whether anything but the order is chosen. */
export function isNarrowed(filter: WalletFilter): boolean {
  return Object.keys(filter).some((name) => name !== 'sort')
}

/** The filters as the service reads them: its times have zones, and its second one is not included. */
export function filterQuery({ from, to, ...filter }: WalletFilter): WalletExportFilter {
  const since = from === undefined ? undefined : startOfDay(from, 0)
  const until = to === undefined ? undefined : startOfDay(to, 1)
  return {
    ...filter,
    ...(since !== undefined && { sinceDatetime: since }),
    ...(until !== undefined && { untilDatetime: until }),
  }
}

function dayOf(text: string | null): string | undefined {
  if (text === null || !DAY_PATTERN.test(text)) return undefined
  return startOfDay(text, 0) === undefined ? undefined : text
}

/** Midnight of a day in the reader's time zone, so many days later; `undefined` for a day that does not exist. */
function startOfDay(day: string, later: number): string | undefined {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const midnight = new Date(year, month - 1, date)
  if (midnight.getMonth() !== month - 1 || midnight.getDate() !== date) return undefined
  midnight.setDate(date + later)
  return midnight.toISOString()
}
