type Query = Record<string, string | undefined>

function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, value)
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`
}

/** The filters of a list of transactions, as they stand in the address. */
export type TransactionsPlace = Partial<
  Record<'status' | 'wallet' | 'user' | 'time' | 'cursor', string | undefined>
>

/** Every place of the console: `path` for the router, `href` for links. */
export const paths = {
  overview: { path: '/', href: () => '/' },
  signIn: {
    path: '/sign-in',
    href: (query: { next?: string | undefined } = {}) => withQuery('/sign-in', query),
  },
  setup: { path: '/setup', href: () => '/setup' },
  wallets: {
    path: '/wallets',
    href: (query: { q?: string | undefined; cursor?: string | undefined } = {}) =>
      withQuery('/wallets', query),
  },
  newWallet: { path: '/wallets/new', href: () => '/wallets/new' },
  wallet: {
    path: '/wallets/:address',
    href: (address: string, query: { cursor?: string | undefined } = {}) =>
      withQuery(`/wallets/${encodeURIComponent(address)}`, query),
  },
  send: {
    path: '/wallets/:address/send',
    href: (address: string, query: { token?: string | undefined } = {}) =>
      withQuery(`/wallets/${encodeURIComponent(address)}/send`, query),
  },
  transactions: {
    path: '/transactions',
    href: (query: TransactionsPlace = {}) => withQuery('/transactions', query),
  },
  pendingTransactions: {
    path: '/transactions/pending',
    href: (query: TransactionsPlace = {}) => withQuery('/transactions/pending', query),
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
  apiKeys: { path: '/api-keys', href: () => '/api-keys' },
  newApiKey: { path: '/api-keys/new', href: () => '/api-keys/new' },
  integrations: { path: '/integrations', href: () => '/integrations' },
  newIntegration: { path: '/integrations/new', href: () => '/integrations/new' },
  integration: {
    path: '/integrations/:integrationId',
    href: (integrationId: string) => `/integrations/${encodeURIComponent(integrationId)}`,
  },
  settings: { path: '/settings', href: () => '/settings' },
} as const

/** Where to go after signing in: only a place of this console, never another origin. */
export function safeNext(next: string | null): string {
  if (next === null || !/^\/(?![/\\])/.test(next)) return paths.overview.href()
  const place = next.split(/[?#]/)[0]
  return place === paths.signIn.path || place === paths.setup.path ? paths.overview.href() : next
}
