import { useQuery, queryOptions } from '@tanstack/react-query'
import type { KnownAddress, LookUpAddressesRequest } from '#protocol/addresses.ts'
import { ADDRESS_BOOK_ENDPOINTS } from '#protocol/console/address-book-endpoints.ts'
import { ADDRESS_LABEL_LENGTH_MAX } from '#protocol/console/address-book.ts'
import { sameAddress } from '#protocol/display/address.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { WALLET_ENDPOINTS, type Wallet } from '#protocol/wallets.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { t } from '#web/ui/text.ts'
import { createAddressLoader } from './address-loader.ts'
import { baasApi, consoleApi, isReading } from './api.ts'
import { tokenSymbol, walletName } from './display.ts'
import type { RowContent, RowQuery, DataQuery } from './row-query.ts'

const STALE_MS = 60_000

/** First element of every query key in this file. A change to the address book refetches all of these queries. */
const BOOK = 'address-book'

/**
 * Reads the organization's facts about addresses. With `walletAddress`, also reads when that wallet last used
 * them.
 */
export const lookUpAddresses = (
  body: LookUpAddressesRequest,
  signal?: AbortSignal,
): Promise<RowContent<typeof ADDRESS_BOOK_ENDPOINTS.lookUpKnownAddresses>> =>
  consoleApi.call(ADDRESS_BOOK_ENDPOINTS.lookUpKnownAddresses, { body, ...(signal && { signal }) })

const loadAddress = createAddressLoader((addresses) => lookUpAddresses({ addresses }), isReading)

/** Batches the request with the requests for the other addresses of the page. */
const knownAddressQuery = (address: string) =>
  queryOptions({
    queryKey: [BOOK, 'lookup', address.toLowerCase()],
    queryFn: ({ signal }) => loadAddress(address.toLowerCase(), signal),
    staleTime: STALE_MS,
  })

/** An address with the name that the organization has for it. */
type NamedAddress = { address: string; name: string; from: NonNullable<KnownAddress['looksLike']>['from'] }

/**
 * Facts about an address: its own entry, or the entry that it imitates. Only the address book vouches for an
 * address. `isUnchecked`: the request failed, so both are unknown. `areWalletsUnknown`: the address was not
 * compared with the wallets.
 */
export function useKnownAddress(
  address: string,
  { enabled = true } = {},
): {
  entry: NamedAddress | undefined
  imitated: NamedAddress | undefined
  isUnchecked: boolean
  areWalletsUnknown: boolean
} {
  const { data, isError } = useQuery({ ...secondary('names', knownAddressQuery(address)), enabled })
  return {
    entry: namedEntry(data?.known),
    imitated: namedEntry(data?.looksLike),
    isUnchecked: isError && data === undefined,
    areWalletsUnknown: data?.wallets === 'unknown',
  }
}

/** An entry with a name that is safe to display. Undefined without an entry. */
export function namedEntry(
  entry: KnownAddress['looksLike'] | KnownAddress['known'] | undefined,
): NamedAddress | undefined {
  if (entry === null || entry === undefined) return undefined
  return { ...entry, name: DISPLAYED_NAME[entry.from](entry.name) }
}

const DISPLAYED_NAME: Record<NamedAddress['from'], (name: string) => string> = {
  book: savedName,
  wallet: (label) => walletName({ label }),
  token: tokenSymbol,
  used: () => t('an address this wallet has sent to'),
}

/** Recipients that match a typed text, from the address book and the wallets. */
export const addressSearchQuery = (typed: string): DataQuery<NamedAddress[]> =>
  queryOptions<NamedAddress[]>({
    queryKey: [BOOK, 'search', typed],
    queryFn: async ({ signal }) => {
      const input = { query: { q: typed }, signal }
      const found = await consoleApi.call(ADDRESS_BOOK_ENDPOINTS.searchAddresses, input)
      return found.flatMap((entry) => namedEntry(entry) ?? [])
    },
    staleTime: STALE_MS,
    placeholderData: (previous) => previous,
  })

/** The organization's address book. Its names appear next to every address. */
export const addressBookQuery = (): RowQuery<typeof ADDRESS_BOOK_ENDPOINTS.listAddresses> =>
  consoleApi.query([BOOK], ADDRESS_BOOK_ENDPOINTS.listAddresses, { staleTime: STALE_MS })

/** A name from the address book, without text that could deceive a reader. */
export function savedName(label: string): string {
  return harmlessText(label, ADDRESS_LABEL_LENGTH_MAX).text
}

/**
 * The wallet at an address, or null if the organization has no wallet there. Searches the list, because the
 * specification has no call for one wallet.
 */
export const walletQuery = (address: string): DataQuery<Wallet | null> =>
  queryOptions<Wallet | null>({
    queryKey: ['wallets', 'one', address.toLowerCase()],
    queryFn: async ({ signal }) => {
      // The search may also find wallets whose name contains this address.
      const query = { q: address, limit: '20' }
      const wallets = await baasApi.call(WALLET_ENDPOINTS.listWallets, { query, signal })
      return wallets.find((wallet) => sameAddress(wallet.address, address)) ?? null
    },
    staleTime: STALE_MS,
  })
