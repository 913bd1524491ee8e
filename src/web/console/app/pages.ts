import type { QueryClient } from '@tanstack/react-query'
import { createElement, lazy, useState, type ComponentType } from 'react'
import { matchRoutes } from 'react-router'
import { paths } from '#web/console/lib/paths.ts'

type Module = {
  default: ComponentType
  /** Prefetches a page's first data. Only for pages at which visits usually begin. */
  read?: (queryClient: QueryClient, search: URLSearchParams) => Promise<unknown>
}

/** One chunk per file of pages. A link loads its chunk on hover or focus. */
const LOADERS = {
  overview: pageIn(() => import('./pages/overview-page.tsx'), 'OverviewPage'),
  wallets: pageIn(() => import('#web/console/features/wallets/wallets-page.tsx'), 'WalletsPage'),
  newWallet: pageIn(() => import('#web/console/features/wallets/new-wallet-page.tsx'), 'NewWalletPage'),
  wallet: pageIn(() => import('./pages/wallet-page.tsx'), 'WalletPage'),
  walletAssets: pageIn(() => import('./pages/wallet-page.tsx'), 'WalletAssetsPage'),
  walletActivity: pageIn(() => import('./pages/wallet-page.tsx'), 'WalletActivityPage'),
  walletApprovals: pageIn(() => import('./pages/wallet-page.tsx'), 'WalletApprovalsPage'),
  walletSecurity: pageIn(() => import('./pages/wallet-page.tsx'), 'WalletSecurityPage'),
  send: pageIn(() => import('./pages/send-page.tsx'), 'SendPage'),
  transactions: pageIn(() => import('./pages/transactions-page.tsx'), 'TransactionsPage'),
  pendingTransactions: pageIn(() => import('./pages/transactions-page.tsx'), 'PendingTransactionsPage'),
  transaction: pageIn(() => import('./pages/transaction-page.tsx'), 'TransactionPage'),
  approvals: pageIn(
    () => import('#web/console/features/transactions/approval-queue-page.tsx'),
    'ApprovalQueuePage',
  ),
  tokens: pageIn(() => import('#web/console/features/tokens/tokens-page.tsx'), 'TokensPage'),
  addressBook: pageIn(
    () => import('#web/console/features/address-book/address-book-page.tsx'),
    'AddressBookPage',
  ),
  apiKeys: pageIn(() => import('#web/console/features/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
  newApiKey: pageIn(() => import('./pages/create-pages.tsx'), 'NewApiKeyPage'),
  apiKey: pageIn(() => import('#web/console/features/api-keys/api-key-page.tsx'), 'ApiKeyPage'),
  webhooks: pageIn(() => import('#web/console/features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  newWebhook: pageIn(() => import('./pages/create-pages.tsx'), 'NewWebhookPage'),
  webhookEvents: pageIn(
    () => import('#web/console/features/webhooks/webhooks-page.tsx'),
    'WebhookEventsPage',
  ),
  webhook: pageIn(() => import('#web/console/features/webhooks/webhook-page.tsx'), 'WebhookPage'),
  audit: pageIn(() => import('#web/console/features/audit/audit-page.tsx'), 'AuditPage'),
  domains: pageIn(() => import('#web/console/features/domains/domains-page.tsx'), 'DomainsPage'),
  integrationDoctor: pageIn(() => import('./pages/integration-page.tsx'), 'IntegrationDoctorPage'),
  integrations: pageIn(
    () => import('#web/console/features/integrations/integrations-page.tsx'),
    'IntegrationsPage',
  ),
  newIntegration: pageIn(() => import('./pages/create-pages.tsx'), 'NewIntegrationPage'),
  integration: pageIn(() => import('./pages/integration-page.tsx'), 'IntegrationPage'),
  usage: pageIn(() => import('#web/console/features/usage/usage-page.tsx'), 'UsagePage'),
  settings: pageIn(() => import('./pages/settings-page.tsx'), 'SettingsPage'),
  policies: pageIn(() => import('#web/console/features/policies/policies-page.tsx'), 'PoliciesPage'),
  members: pageIn(() => import('#web/console/features/members/members-page.tsx'), 'MembersPage'),
  account: pageIn(() => import('#web/console/features/account/account-page.tsx'), 'AccountPage'),
  join: pageIn(() => import('./pages/join-page.tsx'), 'JoinPage'),
  recover: pageIn(() => import('./pages/recover-page.tsx'), 'RecoverPage'),
  providerReturn: pageIn(() => import('./pages/provider-return-page.tsx'), 'ProviderReturnPage'),
  signIn: pageIn(() => import('./pages/sign-in-page.tsx'), 'SignInPage'),
  setup: pageIn(() => import('./pages/setup-page.tsx'), 'SetupPage'),
} satisfies Record<keyof typeof paths, () => Promise<Module>>

/** Loads a page by its export name, with its `read` function if the file exports one. */
function pageIn<Name extends string>(
  load: () => Promise<Record<Name, ComponentType> & Pick<Module, 'read'>>,
  name: Name,
): () => Promise<Module> {
  return async () => {
    const { [name]: page, read } = await load()
    return { default: page, ...(read && { read }) }
  }
}

export type PageName = keyof typeof LOADERS

const loaded = new Map<PageName, Module>()

async function load(name: PageName): Promise<Module> {
  const page = await LOADERS[name]()
  loaded.set(name, page)
  return page
}

export function preloadPage(name: PageName): void {
  // Opening the page retries a failed preload and shows the error.
  load(name).catch(() => undefined)
}

/**
 * Renders a loaded page immediately. `lazy` would first render the outline, which React then keeps on the
 * screen for 300 ms.
 */
function loadPage(name: PageName): ComponentType {
  const LazyPage = lazy(() => load(name))
  return function Page() {
    // Fixed for the component's life, because switching would lose its state.
    const [Loaded] = useState(() => loaded.get(name)?.default)
    return createElement(Loaded ?? LazyPage)
  }
}

const PAGE_NAMES = Object.keys(LOADERS).filter(isPageName)

function isPageName(name: string): name is PageName {
  return Object.hasOwn(LOADERS, name)
}

/** Every page with its path, for the router. */
export const PAGES = PAGE_NAMES.map((id) => ({ id, path: paths[id].path, Page: loadPage(id) }))

/** Loads the code of a path's page. Rendering the page retries a failed load and shows the error. */
export async function loadPageAt(pathname: string): Promise<Module | undefined> {
  const id = matchRoutes(PAGES, pathname)?.at(-1)?.route.id
  return id === undefined ? undefined : load(id).catch(() => undefined)
}
