import { withQuery } from '#web/ui/ask-server.ts'
import type { SearchOf } from './filters.ts'

type Query = Record<string, string | undefined>

/**
 * Initial values of the send page, named as in `WidgetCall`, in human units. `form=widget` selects the
 * widget's form.
 */
export type SendSearchParams = Partial<
  Record<
    'kind' | 'token' | 'to' | 'spender' | 'operator' | 'approved' | 'tokenId' | 'amount' | 'form',
    string | undefined
  >
>

/** A page without parameters. */
const page = (path: string) => ({ path, href: () => path })

/** A page with filters in its URL. */
const filtered = <Params extends Query>(path: string) => ({
  path,
  href: (query?: Params) => withQuery(path, query),
})

/** The page of one item, whose id is in the URL, with filters. */
const definePage = <Params extends Query = Record<string, never>>(path: string) => ({
  path,
  href: (id: string, query?: Params) => withQuery(path.replace(/:\w+/, encodeURIComponent(id)), query),
})

/** Every page of the console: `path` for the router, `href` for links. */
export const paths = {
  overview: page('/'),
  signIn: filtered<{ next?: string | undefined }>('/sign-in'),
  providerReturn: page('/sign-in/provider'),
  setup: page('/setup'),
  wallets: filtered<SearchOf<'wallets'> & { cursor?: string }>('/wallets'),
  newWallet: page('/wallets/new'),
  wallet: definePage('/wallets/:address'),
  walletAssets: definePage('/wallets/:address/assets'),
  walletActivity: definePage('/wallets/:address/activity'),
  walletApprovals: definePage('/wallets/:address/approvals'),
  walletSecurity: definePage('/wallets/:address/security'),
  send: definePage<SendSearchParams>('/wallets/:address/send'),
  transactions: filtered<SearchOf<'transactions'>>('/transactions'),
  pendingTransactions: filtered<SearchOf<'transactions'>>('/transactions/pending'),
  transaction: definePage('/transactions/:transactionUuid'),
  approvals: page('/approvals'),
  tokens: filtered<{ address?: string | undefined }>('/tokens'),
  addressBook: filtered<{ q?: string | undefined }>('/address-book'),
  apiKeys: filtered<{ q?: string | undefined; show?: string | undefined }>('/api-keys'),
  newApiKey: page('/api-keys/new'),
  apiKey: definePage<SearchOf<'requests'>>('/api-keys/:keyId'),
  webhooks: page('/webhooks'),
  newWebhook: page('/webhooks/new'),
  webhookEvents: page('/webhooks/events'),
  webhook: definePage<SearchOf<'deliveries'>>('/webhooks/:webhookId'),
  audit: filtered<SearchOf<'audit'>>('/audit'),
  domains: page('/domains'),
  integrations: page('/integrations'),
  newIntegration: page('/integrations/new'),
  integration: definePage('/integrations/:integrationId'),
  integrationDoctor: definePage('/integrations/:integrationId/doctor'),
  usage: filtered<{ days?: string | undefined }>('/usage'),
  members: page('/members'),
  account: page('/account'),
  join: page('/join'),
  recover: page('/recover'),
  settings: page('/settings'),
  policies: page('/policies'),
}

/** The page to open after signing in. Only a page of this console, never another origin. */
export function safeNext(next: string | null): string {
  if (next === null || !/^\/(?![/\\])/.test(next)) return paths.overview.href()
  const path = next.split(/[?#]/)[0]
  const entrances: (string | undefined)[] = [
    paths.signIn,
    paths.providerReturn,
    paths.setup,
    paths.join,
    paths.recover,
  ].map(({ path }) => path)
  return entrances.includes(path) ? paths.overview.href() : next
}
