import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { drip } from '#e2e/fixtures/inbox.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { newCustomer } from '#e2e/fixtures/shop.ts'
import type { Stack } from '#e2e/fixtures/stack.ts'
import { confirmTransfer, createWallet, openNewWallet, reviewTransfer } from '#e2e/fixtures/widget-steps.ts'

const FRIEND = '0x00000000000000000000000000000000000f0005'
const PAGES = ['/', '/wallets', '/tokens', '/api-keys', '/api-keys/new', '/integrations', '/settings']

/** The secrets of a deployment by name. No browser may receive any of them. */
async function secretsOf(stack: Stack): Promise<[name: string, secret: string][]> {
  const file = async (name: string) => (await readFile(join(stack.dataDir, name), 'utf8')).trim()
  return [
    ['the sandbox’s API key', (await stack.sandbox()).apiKey],
    ['the console’s API key', await file('console.key')],
    ['the shop’s integration secret', await file('demo-shop.key')],
    ['the deployment’s key', await file('secret.key')],
  ]
}

type Seen = { where: string; text: string }

/** Records all HTTP traffic of a browser in both directions. */
function record(context: BrowserContext): { all: () => Promise<Seen[]> } {
  const seen: Promise<Seen>[] = []
  context.on('request', (request) => {
    // An open page sends requests continuously, even while its browser is being closed.
    const headers = request.allHeaders().catch(() => ({}))
    const text = headers.then((names) => JSON.stringify(names) + (request.postData() ?? ''))
    seen.push(text.then((sent) => ({ where: `sent to ${request.url()}`, text: request.url() + sent })))
  })
  context.on('response', (response) => {
    // A stream never ends, so it is not recorded. The BFF's own canary test covers its content.
    const isStream = response.request().resourceType() === 'eventsource'
    const body = isStream ? '' : response.text().catch(() => '')
    const headers = response.allHeaders().catch(() => ({}))
    seen.push(
      Promise.all([headers, body]).then(([names, text]) => ({
        where: `answer of ${response.url()}`,
        text: JSON.stringify(names) + text,
      })),
    )
  })
  return { all: () => Promise.all(seen) }
}

/** The page's state: its storage, its cookies and its document with the shadow trees. */
async function kept(page: Page): Promise<Seen> {
  const stored = await page.evaluate(async () => {
    const shadows = [...document.querySelectorAll('*')].map((element) => element.shadowRoot?.innerHTML ?? '')
    const databases = (await indexedDB.databases()).map(({ name }) => name)
    return JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      databases,
      document.documentElement.outerHTML,
      shadows,
    ])
  })
  const cookies = JSON.stringify(await page.context().cookies())
  return { where: `kept by ${page.url()}`, text: stored + cookies }
}

test('behavior: no API key and no integration secret ever reaches a browser, in the console or on an integrator’s page', async ({
  stack,
  administrator,
  visit,
}) => {
  const secrets = await secretsOf(stack)
  const seen: Seen[] = []
  const console = await visit({ baseURL: stack.url, credentials: administrator.passkey() })
  const shop = await visit()
  const records = [record(console.context), record(shop.context)]

  await test.step('the console, from signing in to a sent transfer and through every page', async () => {
    const { page } = console
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
    await openNewWallet(page)
    const address = await createWallet(page, stack, uniqueEmail('canary'))
    seen.push(await kept(page))
    await drip(stack, address, '5000000')
    await page.goto(`/wallets/${address}/send?form=widget`)
    await reviewTransfer(page, FRIEND, '1')
    await confirmTransfer(page)
    for (const path of [...PAGES, `/wallets/${address}`]) {
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      seen.push(await kept(page))
    }
  })

  await test.step('the shop, from signing in to a payment', async () => {
    const { page } = shop
    const { address } = await newCustomer(page, stack, 'Canary Customer')
    await drip(stack, address, '9000000')
    await page.reload()
    await expect(page.getByText('9.00 DEMO')).toBeVisible()
    await page.getByRole('button', { name: '3.00 DEMO' }).click()
    await confirmTransfer(page)
    seen.push(await kept(page))
  })

  for (const recorded of records) seen.push(...(await recorded.all()))
  const traffic = seen.filter(({ where }) => where.startsWith('answer of')).map(({ where }) => where)
  expect(traffic.filter((where) => where.includes('/assets/')).length).toBeGreaterThan(5)
  expect(traffic.some((where) => where.includes('/widget/v1/'))).toBe(true)
  expect(traffic.some((where) => where.endsWith('/session-token'))).toBe(true)
  for (const [name, secret] of secrets) {
    expect(secret.length, name).toBeGreaterThan(20)
    const half = secret.slice(secret.length / 2)
    const found = seen.filter(({ text }) => text.includes(secret) || text.includes(half))
    expect(
      found.map(({ where }) => where),
      name,
    ).toEqual([])
  }
  await test.step('the server’s own log lines contain none either', () => {
    for (const [name, secret] of secrets) expect(stack.output(), name).not.toContain(secret)
  })
})

test('behavior: a secret that the console shows is only in the response that issues it, and in no storage', async ({
  admin: { page, context },
}) => {
  const recorded = record(context)
  await page.goto('/api-keys/new')
  await page.getByLabel('Name', { exact: true }).fill('Shown once')
  await page.getByRole('checkbox', { name: /^domain:read/ }).check()
  await page.getByRole('button', { name: 'Issue key' }).click()
  const key = (await page.locator('[data-secret]').textContent()) ?? ''
  await page.getByRole('dialog').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: /Shown once/ })).toBeVisible()
  expect((await kept(page)).text).not.toContain(key)
  const holders = (await recorded.all()).filter(({ text }) => text.includes(key))
  expect(holders.map(({ where }) => where.replace(/https?:\/\/[^/]+/, ''))).toEqual([
    'answer of /api/org/keys',
  ])
})
