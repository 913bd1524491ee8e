import * as z from 'zod/mini'
import { CONSOLE_PAGES } from '#e2e/fixtures/console-pages.ts'
import type { LivedIn } from '#e2e/fixtures/lived-in.ts'
import { callService } from '#e2e/fixtures/service.ts'
import type { Stack } from '#e2e/fixtures/stack.ts'
import { until } from './driver.ts'
import type { DrivenPage } from './page.ts'

const idSchema = z.object({ id: z.string() })
const transactionsSchema = z.array(z.object({ transactionUuid: z.string(), walletAddress: z.string() }))
const integrationsSchema = z.object({ content: z.array(idSchema) })
const receiverSchema = z.object({ content: z.object({ webhookId: z.string() }) })

/**
 * Enrols the first administrator and opens every page of the console.
 *
 * @throws Error that names the first incomplete page
 */
export async function tryConsole(page: DrivenPage, stack: Stack): Promise<void> {
  await page.open((await stack.sandbox()).setupUrl)
  await page.fill('input[name=displayName], input[name=name], main input', 'Ada Lovelace')
  await page.click('button', 'Create passkey')
  await page.see('h1', 'Overview')
  const has = await findThings(page, stack)
  for (const { name, href, isOutside } of CONSOLE_PAGES) {
    await openWhole(page, name, stack.url + href(has))
    const problems = await page.texts('main [role=alert]')
    // These pages are opened with made-up links, so they report that the link is invalid.
    if (problems.length > 0 && !isOutside) throw new Error(`The page ${name} shows ${problems.join(' · ')}`)
  }
}

async function openWhole(page: DrivenPage, name: string, url: string): Promise<void> {
  await page.open(url)
  await until(`the page ${name}`, async () => {
    const isBusy = await page.run(`return document.querySelector('[aria-busy=true]') !== null`)
    const titles = await page.texts('h1')
    return isBusy === false && titles.some((title) => title !== '') ? true : undefined
  })
}

/** Finds the shop's wallet and payments, and the other data that the pages need. */
async function findThings(page: DrivenPage, stack: Stack): Promise<LivedIn> {
  const { content } = await callService(stack, 'GET', '/org/transactions')
  const [last] = transactionsSchema.parse(content)
  if (last === undefined) throw new Error('The organization has no transaction')
  const key = { label: 'Checkout backend', scopes: ['wallet:read', 'token:transfer'] }
  const made = await callService(stack, 'POST', '/org/keys', { body: key })
  const [integration] = integrationsSchema.parse(await page.request('GET', '/api/integrations')).content
  const receiver = receiverSchema.parse(await page.request('POST', '/api/sandbox/receiver'))
  return {
    walletAddress: last.walletAddress,
    customerWalletAddress: last.walletAddress,
    transactionUuid: last.transactionUuid,
    apiKeyId: idSchema.parse(made.content).id,
    webhookId: receiver.content.webhookId,
    integrationId: integration?.id ?? '',
  }
}
