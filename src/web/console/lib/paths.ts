type Query = Record<string, string | undefined>

function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, value)
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`
}

/** The filters of a list of transactions, as they stand in the address. */
export type TransactionsSearchParams = Partial<
  Record<'status' | 'kind' | 'token' | 'wallet' | 'user' | 'time' | 'cursor', string | undefined>
>

/** The filters, the order and the page of the list of wallets, as they stand in the address. */
export type WalletsSearchParams = Partial<
  Record<'q' | 'owner' | 'state' | 'from' | 'to' | 'sort' | 'cursor', string | undefined>
>

/** What the send page is opened with; its names are those of a `WidgetCall`, amounts in human units. `form=widget`: the widget's own form. */
export type SendSearchParams = Partial<
  Record<
    'kind' | 'token' | 'to' | 'spender' | 'operator' | 'approved' | 'tokenId' | 'amount' | 'form',
    string | undefined
  >
>

/** The filters of the list of API keys. */
export type ApiKeysSearchParams = Partial<Record<'q' | 'show', string | undefined>>

/** The filter of a delivery log, as it stands in the address. */
export type DeliveriesSearchParams = Partial<Record<'status' | 'cursor', string | undefined>>
/** The filters of the audit log, as they stand in the address. */
export type AuditSearchParams = Partial<
  Record<'actor' | 'action' | 'target' | 'result' | 'since' | 'until' | 'cursor', string | undefined>
>

/** Every page of the console: `path` for the router, `href` for links. */
export const paths = {
  overview: { path: '/', href: () => '/' },
  signIn: {
    path: '/sign-in',
    href: (query: { next?: string | undefined } = {}) => withQuery('/sign-in', query),
  },
  setup: { path: '/setup', href: () => '/setup' },
  wallets: {
    path: '/wallets',
    href: (query: WalletsSearchParams = {}) => withQuery('/wallets', query),
  },
  newWallet: { path: '/wallets/new', href: () => '/wallets/new' },
  wallet: {
    path: '/wallets/:address',
    href: (address: string, query: { cursor?: string | undefined } = {}) =>
      withQuery(`/wallets/${encodeURIComponent(address)}`, query),
  },
  send: {
    path: '/wallets/:address/send',
    href: (address: string, query: SendSearchParams = {}) =>
      withQuery(`/wallets/${encodeURIComponent(address)}/send`, query),
  },
  transactions: {
    path: '/transactions',
    href: (query: TransactionsSearchParams = {}) => withQuery('/transactions', query),
  },
  pendingTransactions: {
    path: '/transactions/pending',
    href: (query: TransactionsSearchParams = {}) => withQuery('/transactions/pending', query),
  },
  transaction: {
    path: '/transactions/:transactionUuid',
    href: (transactionUuid: string) => `/transactions/${encodeURIComponent(transactionUuid)}`,
  },
  tokens: {
    path: '/tokens',
    href: (query: { address?: string | undefined } = {}) => withQuery('/tokens', query),
  },
  addressBook: {
    path: '/address-book',
    href: (query: { q?: string | undefined } = {}) => withQuery('/address-book', query),
  },
  apiKeys: {
    path: '/api-keys',
    href: (query: ApiKeysSearchParams = {}) => withQuery('/api-keys', query),
  },
  newApiKey: {
    path: '/api-keys/new',
    href: (query: { label?: string | undefined; scopes?: string | undefined } = {}) =>
      withQuery('/api-keys/new', query),
  },
  apiKey: { path: '/api-keys/:keyId', href: (keyId: string) => `/api-keys/${encodeURIComponent(keyId)}` },
  webhooks: { path: '/webhooks', href: () => '/webhooks' },
  newWebhook: { path: '/webhooks/new', href: () => '/webhooks/new' },
  webhookEvents: { path: '/webhooks/events', href: () => '/webhooks/events' },
  webhook: {
    path: '/webhooks/:webhookId',
    href: (webhookId: string, query: DeliveriesSearchParams = {}) =>
      withQuery(`/webhooks/${encodeURIComponent(webhookId)}`, query),
  },
  audit: { path: '/audit', href: (query: AuditSearchParams = {}) => withQuery('/audit', query) },
  domains: { path: '/domains', href: () => '/domains' },
  integrations: { path: '/integrations', href: () => '/integrations' },
  newIntegration: { path: '/integrations/new', href: () => '/integrations/new' },
  integration: {
    path: '/integrations/:integrationId',
    href: (integrationId: string) => `/integrations/${encodeURIComponent(integrationId)}`,
  },
  integrationDoctor: {
    path: '/integrations/:integrationId/doctor',
    href: (integrationId: string) => `/integrations/${encodeURIComponent(integrationId)}/doctor`,
  },
  integrationTheme: {
    path: '/integrations/:integrationId/theme',
    href: (integrationId: string) => `/integrations/${encodeURIComponent(integrationId)}/theme`,
  },
  usage: {
    path: '/usage',
    href: (query: { days?: string | undefined } = {}) => withQuery('/usage', query),
  },
  members: { path: '/members', href: () => '/members' },
  account: { path: '/account', href: () => '/account' },
  join: { path: '/join', href: () => '/join' },
  settings: { path: '/settings', href: () => '/settings' },
} as const

/** Where to go after signing in: only a page of this console, never another origin. */
export function safeNext(next: string | null): string {
  if (next === null || !/^\/(?![/\\])/.test(next)) return paths.overview.href()
  const path = next.split(/[?#]/)[0]
  return path === paths.signIn.path || path === paths.setup.path || path === paths.join.path
    ? paths.overview.href()
    : next
}
