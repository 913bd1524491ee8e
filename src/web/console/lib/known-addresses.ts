import { secondary } from '#web/console/lib/secondary-query.ts'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import { sameAddress } from '#protocol/display/address.ts'
import { imitatedBy } from '#protocol/display/lookalike-address.ts'
import { WALLET_ENDPOINTS } from '#protocol/wallets.ts'
import { tokenSymbol, walletName } from './display.ts'
import { pathQuery, baasApi } from './api.ts'
import { allowedTokensQuery } from './calls.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { ADDRESS_LABEL_LENGTH_MAX, addressBookSchema } from '#protocol/console-api.ts'

/** An address with the organization's name for it, and where that name is from. */
type KnownAddress = { address: string; name: string; from: 'book' | 'wallet' | 'token' }

/** A page of the newest wallets: older ones are known only by their addresses. */
const NEWEST = { query: { limit: '200' }, staleTime: 60_000 }

/** The addresses that the organization has names for: its address book, its wallets and its tokens. */
export function useKnownAddresses(): readonly KnownAddress[] {
  const book = useQuery(secondary('names', addressBookQuery())).data
  const wallets = useQuery(
    secondary('names', baasApi.query(['wallets', 'known'], WALLET_ENDPOINTS.listWallets, NEWEST)),
  ).data
  const tokens = useQuery(secondary('tokens', allowedTokensQuery())).data
  return useMemo(() => {
    const known = (from: KnownAddress['from'], address: string, name: string) => ({ address, name, from })
    return [
      ...(book ?? []).map(({ address, label }) => known('book', address, savedName(label))),
      ...(wallets ?? []).map((wallet) => known('wallet', wallet.address, walletName(wallet))),
      ...(tokens ?? []).map(({ address, symbol }) => known('token', address, tokenSymbol(symbol))),
    ]
  }, [book, wallets, tokens])
}

/** What is known of an address: its own entry, or the entry that it imitates. Only the address book vouches for one. */
export function useKnownAddress(address: string) {
  const all = useKnownAddresses()
  return useMemo(() => {
    const entry = all.find((known) => sameAddress(known.address, address))
    const others = entry?.from === 'book' ? all : all.filter((known) => known !== entry)
    return { entry, imitated: imitatedBy(address, others) }
  }, [all, address])
}

/** The organization's names for addresses, shown with every address. */
export const addressBookQuery = () =>
  pathQuery(['address-book'], '/api/addresses', addressBookSchema, { staleTime: 60_000 })

/** The address book's name for an address, without anything that could deceive a reader. */
export const savedName = (label: string) => harmlessText(label, ADDRESS_LABEL_LENGTH_MAX).text

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
    staleTime: 60_000,
  })
