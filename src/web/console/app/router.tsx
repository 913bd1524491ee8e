import { Route, Routes } from 'react-router'
import { paths } from '#web/console/lib/paths.ts'
import { AppShell } from './app-shell.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { Pages } from './pages.ts'
import { RequireSession } from './require-session.tsx'

export function Router() {
  return (
    <Routes>
      <Route element={<AuthLayout />}>
        <Route path={paths.signIn.path} element={<Pages.SignIn />} />
        <Route path={paths.join.path} element={<Pages.Join />} />
        <Route path={paths.setup.path} element={<Pages.Setup />} />
      </Route>
      <Route element={<RequireSession />}>
        <Route element={<AppShell />}>
          <Route path={paths.overview.path} element={<Pages.Overview />} />
          <Route path={paths.wallets.path} element={<Pages.Wallets />} />
          <Route path={paths.newWallet.path} element={<Pages.NewWallet />} />
          <Route path={paths.wallet.path} element={<Pages.Wallet />} />
          <Route path={paths.send.path} element={<Pages.Send />} />
          <Route path={paths.transactions.path} element={<Pages.Transactions />} />
          <Route path={paths.pendingTransactions.path} element={<Pages.PendingTransactions />} />
          <Route path={paths.transaction.path} element={<Pages.Transaction />} />
          <Route path={paths.tokens.path} element={<Pages.Tokens />} />
          <Route path={paths.addressBook.path} element={<Pages.AddressBook />} />
          <Route path={paths.apiKeys.path} element={<Pages.ApiKeys />} />
          <Route path={paths.newApiKey.path} element={<Pages.NewApiKey />} />
          <Route path={paths.apiKey.path} element={<Pages.ApiKey />} />
          <Route path={paths.webhooks.path} element={<Pages.Webhooks />} />
          <Route path={paths.newWebhook.path} element={<Pages.NewWebhook />} />
          <Route path={paths.webhookEvents.path} element={<Pages.WebhookEvents />} />
          <Route path={paths.webhook.path} element={<Pages.Webhook />} />
          <Route path={paths.audit.path} element={<Pages.Audit />} />
          <Route path={paths.domains.path} element={<Pages.Domains />} />
          <Route path={paths.integrationDoctor.path} element={<Pages.IntegrationDoctor />} />
          <Route path={paths.integrationTheme.path} element={<Pages.IntegrationTheme />} />
          <Route path={paths.integrations.path} element={<Pages.Integrations />} />
          <Route path={paths.newIntegration.path} element={<Pages.NewIntegration />} />
          <Route path={paths.integration.path} element={<Pages.Integration />} />
          <Route path={paths.usage.path} element={<Pages.Usage />} />
          <Route path={paths.members.path} element={<Pages.Members />} />
          <Route path={paths.account.path} element={<Pages.Account />} />
          <Route path={paths.settings.path} element={<Pages.Settings />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Route>
    </Routes>
  )
}
