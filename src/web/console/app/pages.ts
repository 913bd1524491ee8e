import type { QueryClient } from '@tanstack/react-query'
import { createElement, lazy, useState, type ComponentType } from 'react'
import { matchRoutes } from 'react-router'
import { paths } from '#web/console/lib/paths.ts'

type Module = {
  default: ComponentType
  /** Prefetches a page's first data: for the pages at which visits begin. */
  read?: (queryClient: QueryClient, search: URLSearchParams) => Promise<unknown>
}

/** One chunk for each page; a link loads it on hover or focus. */
const LOADERS = {
  overview: () =>
    import('./pages/overview-page.tsx').then((page) => ({
      default: page.OverviewPage,
      read: page.readOverview,
    })),
  wallets: () =>
    import('./pages/wallets-page.tsx').then((page) => ({
      default: page.WalletsPage,
      read: page.readWallets,
    })),
  newWallet: () => import('./pages/new-wallet-page.tsx').then((page) => ({ default: page.NewWalletPage })),
  wallet: () => import('./pages/wallet-page.tsx').then((page) => ({ default: page.WalletPage })),
  send: () => import('./pages/send-page.tsx').then((page) => ({ default: page.SendPage })),
  transactions: () =>
    import('./pages/transactions-page.tsx').then((page) => ({ default: page.TransactionsPage })),
  pendingTransactions: () =>
    import('./pages/transactions-page.tsx').then((page) => ({ default: page.PendingTransactionsPage })),
  transaction: () =>
    import('./pages/transaction-page.tsx').then((page) => ({ default: page.TransactionPage })),
  tokens: () => import('./pages/tokens-page.tsx').then((page) => ({ default: page.TokensPage })),
  addressBook: () =>
    import('./pages/address-book-page.tsx').then((page) => ({ default: page.AddressBookPage })),
  apiKeys: () => import('./pages/api-keys-page.tsx').then((page) => ({ default: page.ApiKeysPage })),
  newApiKey: () => import('./pages/new-api-key-page.tsx').then((page) => ({ default: page.NewApiKeyPage })),
  apiKey: () => import('./pages/api-key-page.tsx').then((page) => ({ default: page.ApiKeyPage })),
  webhooks: () => import('./pages/webhooks-page.tsx').then((page) => ({ default: page.WebhooksPage })),
  newWebhook: () => import('./pages/new-webhook-page.tsx').then((page) => ({ default: page.NewWebhookPage })),
  webhookEvents: () =>
    import('./pages/webhooks-page.tsx').then((page) => ({ default: page.WebhookEventsPage })),
  webhook: () => import('./pages/webhook-page.tsx').then((page) => ({ default: page.WebhookPage })),
  audit: () => import('./pages/audit-page.tsx').then((page) => ({ default: page.AuditPage })),
  domains: () => import('./pages/domains-page.tsx').then((page) => ({ default: page.DomainsPage })),
  integrationDoctor: () =>
    import('./pages/integration-tools-pages.tsx').then((page) => ({ default: page.IntegrationDoctorPage })),
  integrationTheme: () =>
    import('./pages/integration-tools-pages.tsx').then((page) => ({ default: page.IntegrationThemePage })),
  integrations: () =>
    import('./pages/integrations-page.tsx').then((page) => ({ default: page.IntegrationsPage })),
  newIntegration: () =>
    import('./pages/new-integration-page.tsx').then((page) => ({ default: page.NewIntegrationPage })),
  integration: () =>
    import('./pages/integration-page.tsx').then((page) => ({ default: page.IntegrationPage })),
  usage: () => import('./pages/usage-page.tsx').then((page) => ({ default: page.UsagePage })),
  settings: () => import('./pages/settings-page.tsx').then((page) => ({ default: page.SettingsPage })),
  members: () => import('./pages/members-page.tsx').then((page) => ({ default: page.MembersPage })),
  account: () => import('./pages/account-page.tsx').then((page) => ({ default: page.AccountPage })),
  join: () => import('./pages/join-page.tsx').then((page) => ({ default: page.JoinPage })),
  signIn: () => import('./pages/sign-in-page.tsx').then((page) => ({ default: page.SignInPage })),
  setup: () => import('./pages/setup-page.tsx').then((page) => ({ default: page.SetupPage })),
} satisfies Record<keyof typeof paths, () => Promise<Module>>

export type PageName = keyof typeof LOADERS

const loaded = new Map<PageName, Module>()

async function load(name: PageName): Promise<Module> {
  const page = await LOADERS[name]()
  loaded.set(name, page)
  return page
}

export function preloadPage(name: PageName): void {
  // A failed preload is tried again, and shown, when the page is opened.
  load(name).catch(() => undefined)
}

/**
 * A loaded page is rendered at once: `lazy` would first render the outline, and React keeps that on the screen
 * for 300 ms.
 */
function pageOf(name: PageName): ComponentType {
  const LazyPage = lazy(() => load(name))
  return function Page() {
    // Fixed for the component's life: a switch would lose its state.
    const [Loaded] = useState(() => loaded.get(name)?.default)
    return createElement(Loaded ?? LazyPage)
  }
}

const PAGE_NAMES = Object.keys(LOADERS).filter(isPageName)

function isPageName(name: string): name is PageName {
  return Object.hasOwn(LOADERS, name)
}

/** Every page with its path, for the router. */
export const PAGES = PAGE_NAMES.map((id) => ({ id, path: paths[id].path, Page: pageOf(id) }))

/** Loads the code of a path's page. A failed load is tried again, and shown, when it is rendered. */
export async function loadPageAt(pathname: string): Promise<Module | undefined> {
  const id = matchRoutes(PAGES, pathname)?.at(-1)?.route.id
  return id === undefined ? undefined : load(id).catch(() => undefined)
}
