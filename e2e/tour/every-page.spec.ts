import type { Page } from '@playwright/test'
import { paths } from '#console/lib/paths.ts'
import { livedIn, type LivedIn } from '#e2e/fixtures/lived-in.ts'
import { expect, test, type Visit } from '#e2e/fixtures/test.ts'
import { inspect, show } from '#e2e/fixtures/tour.ts'
import { untranslatedOn } from '#e2e/fixtures/untranslated.ts'

/** Where each page of the console is in an organization that has everything; a page without a row does not compile. */
const PLACES: Record<keyof typeof paths, (has: LivedIn) => string> = {
  overview: () => paths.overview.href(),
  signIn: () => paths.signIn.href(),
  setup: () => `${paths.setup.href()}#token=made-up`,
  join: () => `${paths.join.href()}#token=made-up`,
  wallets: () => paths.wallets.href(),
  newWallet: () => paths.newWallet.href(),
  wallet: ({ customerWalletAddress }) => paths.wallet.href(customerWalletAddress),
  send: ({ walletAddress }) => paths.send.href(walletAddress),
  transactions: () => paths.transactions.href(),
  pendingTransactions: () => paths.pendingTransactions.href(),
  transaction: ({ transactionUuid }) => paths.transaction.href(transactionUuid),
  tokens: () => paths.tokens.href(),
  addressBook: () => paths.addressBook.href(),
  apiKeys: () => paths.apiKeys.href(),
  newApiKey: () => paths.newApiKey.href(),
  apiKey: ({ apiKeyId }) => paths.apiKey.href(apiKeyId),
  webhooks: () => paths.webhooks.href(),
  newWebhook: () => paths.newWebhook.href(),
  webhookEvents: () => paths.webhookEvents.href(),
  webhook: ({ webhookId }) => paths.webhook.href(webhookId),
  audit: () => paths.audit.href(),
  domains: () => paths.domains.href(),
  integrations: () => paths.integrations.href(),
  newIntegration: () => paths.newIntegration.href(),
  integration: ({ integrationId }) => paths.integration.href(integrationId),
  integrationDoctor: ({ integrationId }) => paths.integrationDoctor.href(integrationId),
  integrationTheme: ({ integrationId }) => paths.integrationTheme.href(integrationId),
  usage: () => paths.usage.href(),
  members: () => paths.members.href(),
  account: () => paths.account.href(),
  settings: () => paths.settings.href(),
}
/** Those are for people who are not signed in. */
const OUTSIDE = new Set(['signIn', 'setup', 'join'])
/** What organizations, people and the demo are called is shown as they wrote it. */
const NAMES = new Set([
  'Sandbox',
  'Receiver of the sandbox',
  'Console',
  'Demo',
  'Demo shop',
  'Treasury',
  'Checkout backend',
  'Scripted end-user',
])

/** Goes to a page and waits until all of it has arrived; each has a title and one line that says what it is for. */
async function open(page: Page, href: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(href)
  await expect(page.locator('h1')).toHaveText(/\S/)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page).toHaveTitle(/\S · Latchkey$/)
}

test('behavior: every page of a busy organization can be read by everybody, in every theme, width and language', async ({
  ownStack: { stack, admin },
  visit,
  picture,
}) => {
  test.setTimeout(1_200_000)
  const has = await livedIn(stack, admin)
  const guest = await visit({ baseURL: stack.url })
  const pages = Object.entries(PLACES).map(([name, place]): { name: string; href: string; who: Visit } => ({
    name,
    href: place(has),
    who: OUTSIDE.has(name) ? guest : admin,
  }))
  for (const { name, href, who } of pages) {
    await test.step(`${name} in both themes and at both widths`, async () => {
      const { page } = who
      await page.setViewportSize({ width: 1440, height: 900 })
      await open(page, href)
      if (who === admin) await expect(page.locator('main header h1 + div')).toHaveText(/\S/)
      await show(page, picture, `every-${name}`)
    })
  }
  for (const language of ['de', 'es'] as const) {
    for (const { name, href, who } of pages) {
      await test.step(`${name} in ${language}`, async () => {
        const { page } = who
        await page.setViewportSize({ width: 360, height: 740 })
        await page.evaluate((chosen) => localStorage.setItem('latchkey-language', chosen), language)
        await open(page, href)
        const left = (await untranslatedOn(page, language)).filter((text) => !NAMES.has(text))
        expect.soft(left, `${name} in ${language}: texts that stayed English`).toEqual([])
        expect.soft(await inspect(page), `${name} in ${language}`).toEqual([])
        await picture(page, `every-${name}-${language}-360`)
      })
    }
  }
})
