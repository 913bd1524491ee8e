import { ADDRESS_BOOK_ENDPOINTS } from '#protocol/console/address-book-endpoints.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { useQuery, queryOptions } from '@tanstack/react-query'
import type { KnownAddress, LookUpAddressesRequest } from '#protocol/addresses.ts'
import { sameAddress } from '#protocol/display/address.ts'
import { WALLET_ENDPOINTS } from '#protocol/wallets.ts'
import { tokenSymbol, walletName } from './display.ts'
import { createAddressLoader } from './address-loader.ts'
import { baasApi, consoleApi } from './api.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { ADDRESS_LABEL_LENGTH_MAX } from '#protocol/console-api.ts'
import { t } from '#web/ui/text.ts'

const STALE_MS = 60_000

/** The first element of every key here: a change of the address book refetches all of it. */
const BOOK = 'address-book'

/** Reads the organization's facts about addresses. With `walletAddress`, also reads when that wallet last used them. */
export const lookUpAddresses = (body: LookUpAddressesRequest, signal?: AbortSignal) =>
  consoleApi.call(ADDRESS_BOOK_ENDPOINTS.lookUpKnownAddresses, { body, ...(signal && { signal }) })

const loadAddress = createAddressLoader((addresses) => lookUpAddresses({ addresses }))

/** Asked of the server together with the other addresses of the page. */
const knownAddressQuery = (address: string) =>
  queryOptions({
    queryKey: [BOOK, 'lookup', address.toLowerCase()],
    queryFn: () => loadAddress(address.toLowerCase()),
    staleTime: STALE_MS,
  })

/** An address with the organization's name for it. */
type NamedAddress = { address: string; name: string; from: NonNullable<KnownAddress['looksLike']>['from'] }

/**
 * The facts about an address: its own entry, or the entry that it imitates. Only the address book vouches for one.
 * `isUnchecked`: the server did not answer, so that both are unknown. `areWalletsUnknown`: it was not compared with the wallets.
 */
export function useKnownAddress(address: string, { enabled = true } = {}) {
  const { data, isError } = useQuery({ ...secondary('names', knownAddressQuery(address)), enabled })
  return {
    entry: namedEntry(data?.known),
    imitated: namedEntry(data?.looksLike),
    isUnchecked: isError && data === undefined,
    areWalletsUnknown: data?.wallets === 'unknown',
  }
}

/** An entry with a name that can be displayed. */
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

/** Recipients that a typed text may mean: entries of the address book and wallets. */
export const addressSearchQuery = (typed: string) =>
  queryOptions({
    queryKey: [BOOK, 'search', typed],
    queryFn: async ({ signal }) => {
      const input = { query: { q: typed }, signal }
      const found = await consoleApi.call(ADDRESS_BOOK_ENDPOINTS.searchAddresses, input)
      return found.flatMap((entry) => namedEntry(entry) ?? [])
    },
    staleTime: STALE_MS,
    placeholderData: (previous) => previous,
  })

/** The organization's names for addresses, shown with every address. */
export const addressBookQuery = () =>
  consoleApi.query([BOOK], ADDRESS_BOOK_ENDPOINTS.listAddresses, { staleTime: STALE_MS })

/** The address book's name for an address, without anything that could deceive a reader. */
export function savedName(label: string): string {
  return harmlessText(label, ADDRESS_LABEL_LENGTH_MAX).text
}

/** The wallet at an address, or `null` if the organization has none there: the specification lacks such a call. */
export const walletQuery = (address: string) =>
  queryOptions({
    queryKey: ['wallets', 'one', address.toLowerCase()],
    queryFn: async ({ signal }) => {
      // Another wallet's name may contain this address, so a few are compared.
      const query = { q: address, limit: '20' }
      const wallets = await baasApi.call(WALLET_ENDPOINTS.listWallets, { query, signal })
      return wallets.find((wallet) => sameAddress(wallet.address, address)) ?? null
    },
    staleTime: STALE_MS,
  })
