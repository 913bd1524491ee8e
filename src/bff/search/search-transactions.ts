import { callUpstream } from '#bff/upstream/call-upstream.ts'
import { FOUND_MAX, type SearchResult } from '#protocol/console/search.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { searchAddressBook } from './search-own-tables.ts'
import type { Searching } from './searching.ts'

type Found = SearchResult['transactions']
type Filter = { user: string } | { amount: string } | { counterparty: string }

/** Maximum number of addresses that are searched for one name. */
const NAMED_MAX = 3

const ADDRESS = /^0x[0-9a-f]{40}$/i

/**
 * Finds transactions by the name of their wallet or end-user, by their amount, and by their counterparty, which may be
 * given by its address or its name. Newest first.
 */
export async function searchTransactions(searching: Searching): Promise<Found> {
  const { q, amount } = searching
  const filters: Filter[] = [
    { user: q },
    ...(amount === undefined ? [] : [{ amount }]),
    ...(await findAddresses(searching)).map((counterparty) => ({ counterparty })),
  ]
  const lists = await Promise.all(filters.map((filter) => listTransactions(searching, filter)))
  const found = new Map(lists.flat().map((one) => [one.transactionUuid, one]))
  return [...found.values()]
    .toSorted((a, b) => b.createdAtDatetime.localeCompare(a.createdAtDatetime))
    .slice(0, FOUND_MAX)
}

/** Returns the typed address, or the addresses whose name matches the typed text. */
async function findAddresses(searching: Searching): Promise<string[]> {
  const { ctx, organization, q } = searching
  if (ADDRESS.test(q)) return [q]
  const query = { q, limit: String(NAMED_MAX) }
  const [saved, wallets] = await Promise.all([
    searchAddressBook(searching),
    callUpstream(ctx, organization, { endpoint: BAAS_ENDPOINTS.listWallets, query }),
  ])
  const named = wallets.content.filter(({ label }) => label.toLowerCase().includes(q.toLowerCase()))
  return [...saved, ...named].slice(0, NAMED_MAX).map(({ address }) => address)
}

/** Lists the first matches. An older service does not know the filters by amount and counterparty. */
async function listTransactions({ ctx, organization }: Searching, filter: Filter): Promise<Found> {
  try {
    const query = { ...filter, limit: String(FOUND_MAX) }
    const endpoint = ORG_ENDPOINTS.listOrganizationTransactions
    return (await callUpstream(ctx, organization, { endpoint, query })).content
  } catch (error) {
    const isUnknownFilter = !('user' in filter) && error instanceof HttpError && error.status === 400
    if (isUnknownFilter) return []
    throw error
  }
}
