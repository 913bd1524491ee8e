import { lazy, type ComponentType } from 'react'

type Module = { default: ComponentType }

/** One chunk for each page; a link loads its page's chunk when it is pointed at or focused. */
const LOADERS = {
  overview: () =>
    import('./pages/overview-page.tsx').then((page): Module => ({ default: page.OverviewPage })),
  wallets: () => import('./pages/wallets-page.tsx').then((page): Module => ({ default: page.WalletsPage })),
  newWallet: () =>
    import('./pages/new-wallet-page.tsx').then((page): Module => ({ default: page.NewWalletPage })),
  wallet: () => import('./pages/wallet-page.tsx').then((page): Module => ({ default: page.WalletPage })),
  send: () => import('./pages/send-page.tsx').then((page): Module => ({ default: page.SendPage })),
  transactions: () =>
    import('./pages/transactions-page.tsx').then((page): Module => ({ default: page.TransactionsPage })),
  pendingTransactions: () =>
    import('./pages/pending-transactions-page.tsx').then((page): Module => ({
      default: page.PendingTransactionsPage,
    })),
  transaction: () =>
    import('./pages/transaction-page.tsx').then((page): Module => ({ default: page.TransactionPage })),
  tokens: () => import('./pages/tokens-page.tsx').then((page): Module => ({ default: page.TokensPage })),
  addressBook: () =>
    import('./pages/address-book-page.tsx').then((page): Module => ({ default: page.AddressBookPage })),
  apiKeys: () => import('./pages/api-keys-page.tsx').then((page): Module => ({ default: page.ApiKeysPage })),
  newApiKey: () =>
    import('./pages/new-api-key-page.tsx').then((page): Module => ({ default: page.NewApiKeyPage })),
  apiKey: () => import('./pages/api-key-page.tsx').then((page): Module => ({ default: page.ApiKeyPage })),
  webhooks: () =>
    import('./pages/webhooks-page.tsx').then((page): Module => ({ default: page.WebhooksPage })),
  newWebhook: () =>
    import('./pages/new-webhook-page.tsx').then((page): Module => ({ default: page.NewWebhookPage })),
  webhookEvents: () =>
    import('./pages/webhook-events-page.tsx').then((page): Module => ({ default: page.WebhookEventsPage })),
  webhook: () => import('./pages/webhook-page.tsx').then((page): Module => ({ default: page.WebhookPage })),
  audit: () => import('./pages/audit-page.tsx').then((page): Module => ({ default: page.AuditPage })),
  domains: () => import('./pages/domains-page.tsx').then((page): Module => ({ default: page.DomainsPage })),
  integrationDoctor: () =>
    import('./pages/integration-doctor-page.tsx').then((page): Module => ({
      default: page.IntegrationDoctorPage,
    })),
  integrationTheme: () =>
    import('./pages/integration-theme-page.tsx').then((page): Module => ({
      default: page.IntegrationThemePage,
    })),
  integrations: () =>
    import('./pages/integrations-page.tsx').then((page): Module => ({ default: page.IntegrationsPage })),
  newIntegration: () =>
    import('./pages/new-integration-page.tsx').then((page): Module => ({ default: page.NewIntegrationPage })),
  integration: () =>
    import('./pages/integration-page.tsx').then((page): Module => ({ default: page.IntegrationPage })),
  usage: () => import('./pages/usage-page.tsx').then((page): Module => ({ default: page.UsagePage })),
  settings: () =>
    import('./pages/settings-page.tsx').then((page): Module => ({ default: page.SettingsPage })),
  members: () => import('./pages/members-page.tsx').then((page): Module => ({ default: page.MembersPage })),
  account: () => import('./pages/account-page.tsx').then((page): Module => ({ default: page.AccountPage })),
  join: () => import('./pages/join-page.tsx').then((page): Module => ({ default: page.JoinPage })),
  signIn: () => import('./pages/sign-in-page.tsx').then((page): Module => ({ default: page.SignInPage })),
  setup: () => import('./pages/setup-page.tsx').then((page): Module => ({ default: page.SetupPage })),
} satisfies Record<string, () => Promise<Module>>

export type PageName = keyof typeof LOADERS

export function preloadPage(name: PageName): void {
  // A failed preload is tried again, and shown, when the page is opened.
  LOADERS[name]().catch(() => undefined)
}

export const Pages = {
  Overview: lazy(LOADERS.overview),
  Wallets: lazy(LOADERS.wallets),
  NewWallet: lazy(LOADERS.newWallet),
  Wallet: lazy(LOADERS.wallet),
  Send: lazy(LOADERS.send),
  Transactions: lazy(LOADERS.transactions),
  PendingTransactions: lazy(LOADERS.pendingTransactions),
  Transaction: lazy(LOADERS.transaction),
  Tokens: lazy(LOADERS.tokens),
  AddressBook: lazy(LOADERS.addressBook),
  ApiKeys: lazy(LOADERS.apiKeys),
  NewApiKey: lazy(LOADERS.newApiKey),
  ApiKey: lazy(LOADERS.apiKey),
  Webhooks: lazy(LOADERS.webhooks),
  NewWebhook: lazy(LOADERS.newWebhook),
  WebhookEvents: lazy(LOADERS.webhookEvents),
  Webhook: lazy(LOADERS.webhook),
  Audit: lazy(LOADERS.audit),
  Domains: lazy(LOADERS.domains),
  IntegrationDoctor: lazy(LOADERS.integrationDoctor),
  IntegrationTheme: lazy(LOADERS.integrationTheme),
  Integrations: lazy(LOADERS.integrations),
  NewIntegration: lazy(LOADERS.newIntegration),
  Integration: lazy(LOADERS.integration),
  Usage: lazy(LOADERS.usage),
  Settings: lazy(LOADERS.settings),
  Members: lazy(LOADERS.members),
  Account: lazy(LOADERS.account),
  Join: lazy(LOADERS.join),
  SignIn: lazy(LOADERS.signIn),
  Setup: lazy(LOADERS.setup),
}
