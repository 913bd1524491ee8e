import type { CallsService, HasDatabase, HasLog } from '#bff/context-parts.ts'
import type { Session } from '#bff/context.ts'
import type { AskedOf, ConsoleOperation } from '#bff/http/console-operation.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import { FOUND_MAX, type FoundKind, type SearchResult } from '#protocol/console/search.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import { reaches } from '#protocol/roles.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { searchAddressBook, searchIntegrations, searchMembers } from './search-own-tables.ts'
import { searchTransactions } from './search-transactions.ts'
import type { Searching } from './searching.ts'

type Search<Kind extends FoundKind> = (searching: Searching) => Promise<SearchResult[Kind]>

/** For each kind: the access that a person needs to search it, and the search itself. */
const SEARCHES: {
  [Kind in FoundKind]: { access: { role: Session['admin']['role'] }; search: Search<Kind> }
} = {
  wallets: { access: BAAS_ENDPOINTS.listWallets, search: searchWallets },
  transactions: { access: ORG_ENDPOINTS.listOrganizationTransactions, search: searchTransactions },
  apiKeys: { access: ORG_ENDPOINTS.listApiKeys, search: searchApiKeys },
  members: { access: { role: 'read-only' }, search: searchMembers },
  addresses: { access: { role: 'read-only' }, search: searchAddressBook },
  integrations: { access: { role: 'read-only' }, search: searchIntegrations },
  webhooks: { access: ORG_ENDPOINTS.listWebhooks, search: searchWebhooks },
  policies: { access: ORG_ENDPOINTS.listPolicies, search: searchPolicies },
}

/**
 * Searches everything that a person may read. If one search fails, the results of the other searches are still
 * returned.
 */
export const searchConsole: ConsoleOperation<'searchConsole', CallsService & HasDatabase & HasLog> = async (
  asked,
) => {
  const failed: FoundKind[] = []
  const run = <Kind extends FoundKind>(kind: Kind) => runSearch(asked, kind, failed)
  const [wallets, transactions, apiKeys, members, addresses, integrations, webhooks, policies] =
    await Promise.all([
      run('wallets'),
      run('transactions'),
      run('apiKeys'),
      run('members'),
      run('addresses'),
      run('integrations'),
      run('webhooks'),
      run('policies'),
    ])
  return { wallets, transactions, apiKeys, members, addresses, integrations, webhooks, policies, failed }
}

async function runSearch<Kind extends FoundKind>(
  { ctx, session, query }: AskedOf<'searchConsole', CallsService & HasDatabase & HasLog>,
  kind: Kind,
  failed: FoundKind[],
): Promise<SearchResult[Kind] | []> {
  const { access, search } = SEARCHES[kind]
  if (!reaches(session.admin.role, access.role)) return []
  try {
    const { q, amount } = query
    return await search({ ctx, organization: session.organization, q: q.trim(), amount })
  } catch (error) {
    if (error instanceof HttpError && error.code === 'UPSTREAM_LACKS') return []
    ctx.log.warn({ event: 'search_failed', kind, err: error })
    failed.push(kind)
    return []
  }
}

async function searchWallets({ ctx, organization, q }: Searching): Promise<SearchResult['wallets']> {
  const query = { q, limit: String(FOUND_MAX) }
  const { content } = await callUpstream(ctx, organization, { endpoint: BAAS_ENDPOINTS.listWallets, query })
  // A hosted service may ignore `q`, so its list is filtered here.
  return content
    .filter(({ label, address, externalUserId, externalUserLabel }) =>
      ctx.settings.hostedUpstream ? contains(q, label, address, externalUserId, externalUserLabel) : true,
    )
    .slice(0, FOUND_MAX)
    .map(({ address, label, externalUserLabel }) => ({ address, label, externalUserLabel }))
}

async function searchApiKeys({ ctx, organization, q }: Searching): Promise<SearchResult['apiKeys']> {
  const { content } = await callUpstream(ctx, organization, { endpoint: ORG_ENDPOINTS.listApiKeys })
  return content
    .filter(({ id, label, start }) => id === q.toLowerCase() || contains(q, label) || start.startsWith(q))
    .slice(0, FOUND_MAX)
    .map(({ id, label, start }) => ({ id, name: label, start }))
}

async function searchWebhooks({ ctx, organization, q }: Searching): Promise<SearchResult['webhooks']> {
  const { content } = await callUpstream(ctx, organization, { endpoint: ORG_ENDPOINTS.listWebhooks })
  return content
    .map(({ id, url, description }) => ({ id, name: new URL(url).host, description }))
    .filter(({ id, name, description }) => id === q.toLowerCase() || contains(q, name, description))
    .slice(0, FOUND_MAX)
}

async function searchPolicies({ ctx, organization, q }: Searching): Promise<SearchResult['policies']> {
  const { content } = await callUpstream(ctx, organization, { endpoint: ORG_ENDPOINTS.listPolicies })
  return content
    .filter(({ name }) => contains(q, name))
    .slice(0, FOUND_MAX)
    .map(({ id, name }) => ({ id, name }))
}

function contains(q: string, ...texts: readonly string[]): boolean {
  const wanted = q.toLowerCase()
  return texts.some((text) => text.toLowerCase().includes(wanted))
}
