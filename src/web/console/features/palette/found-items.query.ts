import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { ADDRESS_LABEL_LENGTH_MAX } from '#protocol/console/address-book.ts'
import { SEARCH_ENDPOINTS } from '#protocol/console/search-endpoints.ts'
import type { FoundKind, SearchResult } from '#protocol/console/search.ts'
import { findCounterparty } from '#protocol/display/call-words.ts'
import { describeCallOrNull } from '#protocol/effects/describe-call.ts'
import type { OrganizationTransaction } from '#protocol/organization-transactions.ts'
import { POLICY_NAME_LENGTH_MAX } from '#protocol/policies.ts'
import { WALLET_ENDPOINTS } from '#protocol/wallets.ts'
import { DESCRIPTION_LENGTH_MAX } from '#protocol/webhooks.ts'
import { statusLooks } from '#web/console/components/badge.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { baasApi, consoleApi } from '#web/console/lib/api.ts'
import { allowedTokensQuery, callTitle, configQuery } from '#web/console/lib/calls.ts'
import {
  displayLabel,
  displayName,
  endUserLabel,
  formatShort,
  roleName,
  walletName,
} from '#web/console/lib/display.ts'
import { paths } from '#web/console/lib/paths.ts'
import type { DataQuery } from '#web/console/lib/row-query.ts'
import { sessionQuery } from '#web/console/lib/session.query.ts'
import { inTypedForm, t } from '#web/ui/text.ts'
import { fold, type PaletteItem } from './match-items.ts'

const SENDERS_MAX = 5
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const AMOUNT = /^\d{1,60}(\.\d{1,60})?$/

/** Results of a search. `failed`: kinds that could not be searched. */
type Found = { items: PaletteItem[]; failed: readonly FoundKind[] }

/** Everything of the organization that matches the text. The server searches, so no list is loaded whole. */
export const foundItemsQuery = (typed: string): DataQuery<Found> =>
  queryOptions<Found>({
    queryKey: ['palette', typed],
    enabled: typed.length >= 2,
    staleTime: 10_000,
    queryFn: async ({ client, signal }) => {
      const query = { q: typed, amount: readAmount(typed) }
      const [senders, result, calls, mark] = await Promise.all([
        findSenders(typed, signal).catch(() => []),
        consoleApi.call(SEARCH_ENDPOINTS.searchConsole, { query, signal }),
        readCallContext(client),
        readSandboxMark(client),
      ])
      const items = [...pastedTransaction(typed), ...senders, ...toItems(result, { calls, mark })]
      return { items, failed: result.failed }
    },
  })

/**
 * The amount at the beginning of a text such as `12.5 DEMO`, with a decimal point. Undefined if the text does not
 * begin with an amount.
 */
function readAmount(typed: string): string | undefined {
  const amount = inTypedForm(typed.split(/\s/)[0] ?? '')
  return AMOUNT.test(amount) ? amount : undefined
}

type Calls = Pick<Parameters<typeof describeCallOrNull>[0], 'chainId' | 'tokens'>

/** The chain and the tokens, for the titles of transactions. Without them, a title has fewer words. */
async function readCallContext(client: QueryClient): Promise<Calls> {
  const [config, tokens] = await Promise.allSettled([
    client.fetchQuery(configQuery()),
    client.fetchQuery(allowedTokensQuery()),
  ])
  return {
    chainId: config.status === 'fulfilled' ? config.value.chainId : 0,
    tokens: tokens.status === 'fulfilled' ? tokens.value : [],
  }
}

/** Marks the API keys of a sandbox, which have the same prefix as other keys. */
async function readSandboxMark(client: QueryClient): Promise<string> {
  const session = await client.fetchQuery(sessionQuery())
  return session.signedIn && session.sandbox ? ` · ${t('Sandbox')}` : ''
}

/** Links to the send forms of wallets, for `send` with or without a wallet's name. */
async function findSenders(typed: string, signal: AbortSignal): Promise<PaletteItem[]> {
  const [verb = '', ...name] = typed.split(/\s+/)
  if (verb === '' || !fold(t('Send')).startsWith(fold(verb))) return []
  const q = name.join(' ')
  const query = { ...(q !== '' && { q }), limit: String(SENDERS_MAX) }
  const wallets = await baasApi.call(WALLET_ENDPOINTS.listWallets, { query, signal })
  return wallets.map(toWalletItem).map(({ id, label, hint = '' }) => ({
    id: `send ${id}`,
    group: t('Actions'),
    label: t('Send from {name}', { name: label }),
    hint,
    icon: 'send',
    to: paths.send.href(id),
  }))
}

type Shown = { calls: Calls; mark: string }

/** The found things as items, one function for each kind. */
function toItems(found: SearchResult, { calls, mark }: Shown): PaletteItem[] {
  const converted: Record<FoundKind, PaletteItem[]> = {
    wallets: found.wallets.map(toWalletItem),
    transactions: found.transactions.map((one) => toTransactionItem(one, calls)),
    apiKeys: found.apiKeys.map(({ id, name, start }) => ({
      id,
      group: t('API keys'),
      label: displayLabel(name),
      hint: `${start}…${mark}`,
      icon: 'key',
      to: paths.apiKey.href(id),
    })),
    members: found.members.map(({ id, name, role }) => ({
      id: `member ${id}`,
      group: t('Members'),
      label: displayName(name),
      hint: roleName(role),
      icon: 'people',
      to: paths.members.href(),
    })),
    addresses: found.addresses.map(({ address, label }) => ({
      id: `book ${address}`,
      group: t('Address book'),
      label: displayLabel(label, ADDRESS_LABEL_LENGTH_MAX),
      hint: checksum(address),
      icon: 'book',
      to: paths.addressBook.href({ q: checksum(address) }),
    })),
    integrations: found.integrations.map(({ id, name }) => ({
      id,
      group: t('Integrations'),
      label: displayLabel(name),
      icon: 'plug',
      to: paths.integration.href(id),
    })),
    webhooks: found.webhooks.map(({ id, name, description }) => ({
      id,
      group: t('Webhooks'),
      label: displayLabel(name),
      ...(description !== '' && { hint: displayLabel(description, DESCRIPTION_LENGTH_MAX) }),
      icon: 'webhook',
      to: paths.webhook.href(id),
    })),
    policies: found.policies.map(({ id, name }) => ({
      id: `policy ${id}`,
      group: t('Policies'),
      label: displayLabel(name, POLICY_NAME_LENGTH_MAX),
      icon: 'lock',
      to: paths.policies.href(),
    })),
  }
  return Object.values(converted).flat()
}

function toWalletItem(wallet: SearchResult['wallets'][number]): PaletteItem {
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
}

/** A transaction by what it does, then its wallet, its time and its state. */
function toTransactionItem(transaction: OrganizationTransaction, calls: Calls): PaletteItem {
  const { transactionUuid, status, createdAtDatetime, walletAddress } = transaction
  const description = describeCallOrNull({ ...transaction, ...calls })
  const wallet =
    endUserLabel(transaction.externalUserLabel || transaction.walletLabel) || checksum(walletAddress)
  const party = findCounterparty(description)?.address
  const facts = [formatShort(createdAtDatetime), statusLooks()[status].label, party && checksum(party)]
  return {
    id: transactionUuid,
    group: t('Transactions'),
    label: `${callTitle(description)} · ${wallet}`,
    hint: facts.filter((fact) => fact !== undefined).join(' · '),
    icon: 'transfer',
    to: paths.transaction.href(transactionUuid),
  }
}

/** Links to the transaction with a pasted id. The linked page shows whether the transaction exists. */
function pastedTransaction(typed: string): PaletteItem[] {
  if (!UUID.test(typed)) return []
  const label = t('Open transaction {uuid}', { uuid: typed })
  const to = paths.transaction.href(typed.toLowerCase())
  return [{ id: typed, group: t('Transactions'), label, icon: 'transfer', to }]
}
