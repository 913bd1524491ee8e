import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { API_KEY_ENDPOINTS } from '#protocol/api-keys.ts'
import { APPROVAL_ENDPOINTS } from '#protocol/organization-transactions.ts'
import { WALLET_ENDPOINTS } from '#protocol/wallets.ts'
import { statusLooks } from '#web/console/components/badge.tsx'
import type { IconName } from '#web/console/components/button.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { baasApi, orgApi } from '#web/console/lib/api.ts'
import { formatShort, displayLabel, endUserLabel, walletName } from '#web/console/lib/display.ts'
import { addressBookQuery } from '#web/console/lib/known-addresses.ts'
import { paths } from '#web/console/lib/paths.ts'
import type { DataQuery } from '#web/console/lib/row-query.ts'
import { sessionQuery } from '#web/console/lib/session.query.ts'
import { t } from '#web/ui/text.ts'

const FOUND_MAX = 5
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Wallets, keys, names and a transaction that match the text. Omits features that the deployment lacks or
 * that this person may not read.
 */
export const foundItemsQuery = (typed: string): DataQuery<PaletteItem[]> =>
  queryOptions<PaletteItem[]>({
    queryKey: ['palette', typed],
    enabled: typed.length >= 2,
    staleTime: 10_000,
    queryFn: async ({ client, signal }) => {
      const searches = [
        findSenders(typed, signal),
        findWallets(typed, signal),
        findTransactions(typed, signal),
        findKeys(typed, signal, client),
        findNames(typed, client),
      ]
      const found = await Promise.all(searches.map((search) => search.catch(() => [])))
      return [...pastedTransaction(typed), ...found.flat()]
    },
  })

/** Links to the send forms of wallets, for `send` with or without a wallet's name. */
async function findSenders(typed: string, signal: AbortSignal): Promise<PaletteItem[]> {
  const [verb = '', ...name] = typed.split(/\s+/)
  if (verb === '' || !fold(t('Send')).startsWith(fold(verb))) return []
  const wallets = await findWallets(name.join(' '), signal)
  return wallets.map(({ id, label, hint = '' }) => ({
    id: `send ${id}`,
    group: t('Actions'),
    label: t('Send from {name}', { name: label }),
    hint,
    icon: 'send',
    to: paths.send.href(id),
  }))
}

async function findWallets(q: string, signal: AbortSignal): Promise<PaletteItem[]> {
  const query = { ...(q !== '' && { q }), limit: String(FOUND_MAX) }
  const wallets = await baasApi.call(WALLET_ENDPOINTS.listWallets, { query, signal })
  return wallets.map((wallet) => {
    const address = checksum(wallet.address)
    const user = endUserLabel(wallet.externalUserLabel)
    return {
      id: address,
      group: t('Wallets'),
      label: walletName(wallet),
      hint: user === '' ? address : `${user} · ${address}`,
      icon: 'wallet',
      to: paths.wallet.href(address),
    }
  })
}

/** Finds transactions by the name of the wallet or its end-user. */
async function findTransactions(user: string, signal: AbortSignal): Promise<PaletteItem[]> {
  const query = { user, limit: String(FOUND_MAX) }
  const endpoint = APPROVAL_ENDPOINTS.listOrganizationTransactions
  const transactions = await orgApi.call(endpoint, { query, signal })
  return transactions.map(({ transactionUuid, status, createdAtDatetime, ...whose }) => {
    const name = whose.externalUserLabel || whose.walletLabel || checksum(whose.walletAddress)
    return {
      id: transactionUuid,
      group: t('Transactions'),
      label: `${formatShort(createdAtDatetime)} · ${endUserLabel(name)}`,
      hint: statusLooks()[status].label,
      icon: 'transfer',
      to: paths.transaction.href(transactionUuid),
    }
  })
}

async function findKeys(typed: string, signal: AbortSignal, client: QueryClient): Promise<PaletteItem[]> {
  const session = await client.fetchQuery(sessionQuery())
  const mark = session.signedIn && session.sandbox ? ` · ${t('Sandbox')}` : ''
  const keys = await orgApi.call(API_KEY_ENDPOINTS.listApiKeys, { signal })
  const items = keys.map(({ id, label, start }): PaletteItem => ({
    id,
    group: t('API keys'),
    label: displayLabel(label),
    hint: `${start}…${mark}`,
    icon: 'key',
    to: paths.apiKey.href(id),
  }))
  return matchItems(items, typed).slice(0, FOUND_MAX)
}

async function findNames(typed: string, client: QueryClient): Promise<PaletteItem[]> {
  const book = await client.fetchQuery(addressBookQuery())
  const items = book.map(({ address, label }): PaletteItem => ({
    id: `book ${address}`,
    group: t('Address book'),
    label: displayLabel(label),
    hint: checksum(address),
    icon: 'book',
    to: paths.addressBook.href({ q: checksum(address) }),
  }))
  return matchItems(items, typed).slice(0, FOUND_MAX)
}

/** Links to the transaction with a pasted id. The linked page shows whether the transaction exists. */
function pastedTransaction(typed: string): PaletteItem[] {
  if (!UUID.test(typed)) return []
  const label = t('Open transaction {uuid}', { uuid: typed })
  const to = paths.transaction.href(typed.toLowerCase())
  return [{ id: typed, group: t('Transactions'), label, icon: 'transfer', to }]
}

/**
 * Items in which every typed word begins a word. Items whose name begins with the text come first. An empty
 * text matches all.
 */
export function matchItems(items: readonly PaletteItem[], typed: string): PaletteItem[] {
  const wanted = splitWords(typed)
  if (wanted.length === 0) return [...items]
  const found = items.filter((item) => {
    const words = splitWords(`${item.label} ${item.words ?? ''} ${item.hint ?? ''}`)
    return wanted.every((part) => words.some((word) => word.startsWith(part)))
  })
  const first = (item: PaletteItem) => (fold(item.label).startsWith(fold(typed.trim())) ? 0 : 1)
  return found.toSorted((a, b) => first(a) - first(b))
}

/**
 * Makes each group contiguous, in the order of the groups' first items, so that the arrows follow the visual
 * order.
 */
export function inGroups(items: readonly PaletteItem[]): PaletteItem[] {
  const groups = [...new Set(items.map(({ group }) => group))]
  return groups.flatMap((group) => items.filter((item) => item.group === group))
}

/** Normalizes case and accents for comparison. */
const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
const splitWords = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** An item that links to a page (`to`) or runs an action (`run`). */
export type PaletteItem = {
  id: string
  group: string
  label: string
  icon: IconName
  /** A second line that distinguishes items of the same name. */
  hint?: string
  /** Additional words for the search. */
  words?: string
} & ({ to: string } | { run: () => void })
