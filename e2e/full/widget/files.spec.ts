import type { Page } from '@playwright/test'
import { holdTransfer } from '#e2e/fixtures/approver-steps.ts'
import { stranger, tokenState } from '#e2e/fixtures/chain.ts'
import { forgive } from '#e2e/fixtures/complaints.ts'
import { codeFor, drip } from '#e2e/fixtures/inbox.ts'
import { openSession, uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { openFunded, setCall } from '#e2e/fixtures/page-call.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { newCustomer } from '#e2e/fixtures/shop.ts'
import type { Stack } from '#e2e/fixtures/stack.ts'
import { openStrictPage, publishedWidget, tamperFile, widgetRequests } from '#e2e/fixtures/strict-page.ts'
import { inspect } from '#e2e/fixtures/tour.ts'
import { confirmTransfer, reviewTransfer, locateWidget } from '#e2e/fixtures/widget-steps.ts'

/** Maximum size in bytes of all files for creating a wallet and sending from it at once (design 4). */
const CREATE_AND_SEND_BYTES_MAX = 34_200
/**
 * Maximum size in bytes of files without which the flow continues: balances after the transfer, notes about the
 * recipient, the organization's brand, and the table of files.
 */
const BESIDE_BYTES_MAX = 11_200
/** The browser's message about a file that differs from the built one. */
const REFUSED = /digest.*integrity|integrity.*digest|Failed to load/i

/** Adds the element to the page and records its errors. */
async function placeElement(page: Page, attributes: Record<string, string>): Promise<void> {
  await page.evaluate((given) => {
    const element = document.createElement('latchkey-wallet')
    for (const [name, value] of Object.entries(given)) element.setAttribute(name, value)
    const heard: unknown[] = []
    Object.assign(window, { heard })
    element.addEventListener('latchkey-error', (event) => heard.push(Reflect.get(event, 'detail')))
    Object.assign(element, { token: 'none' })
    document.querySelector('main')?.append(element)
  }, attributes)
}

const isDefined = (page: Page) => page.evaluate(() => customElements.get('latchkey-wallet') !== undefined)

/** Creates a wallet in the demo shop and sends coins from it at once. */
async function createAndSend(page: Page, stack: Stack, name: string): Promise<void> {
  const { address } = await newCustomer(page, stack, name)
  await drip(stack, address, '5000000')
  await page.getByRole('button', { name: 'Send coins' }).click()
  await reviewTransfer(page, stranger(), '1')
  await confirmTransfer(page)
}

test('behavior: creating a wallet and sending at once need only the main file', async ({
  stack,
  visit,
  complaints,
}) => {
  const { page } = await visit()
  const { named, sizes } = await publishedWidget(stack)
  await page.route('**/widget/v1/latchkey-more-*', (route) => route.abort())
  await createAndSend(page, stack, 'Bea Bytes')
  expect(sizes.get(named('module').file)).toBeLessThanOrEqual(CREATE_AND_SEND_BYTES_MAX)
  forgive(complaints, /Failed to load resource|net::ERR_FAILED/)
})

test('behavior: a send loads only the main file, the brand, and the notes next to the call', async ({
  stack,
  visit,
}) => {
  const { page } = await visit()
  const { named, sizes } = await publishedWidget(stack)
  const loaded = widgetRequests(page)
  await createAndSend(page, stack, 'Bo Beside')
  const files = [...new Set(loaded)]
  const expected = ['module', 'more', 'notes', 'welcome'].map((kind) => named(kind).file)
  expect(files.filter((file) => !expected.includes(file))).toEqual([])
  const total = files.reduce((sum, file) => sum + (sizes.get(file) ?? Infinity), 0)
  expect(total).toBeLessThanOrEqual(CREATE_AND_SEND_BYTES_MAX + BESIDE_BYTES_MAX)
})

for (const type of ['module', 'text/javascript'] as const) {
  test(`behavior: the loader as ${type} requests and defines nothing until there is an element`, async ({
    stack,
    visit,
  }) => {
    const { page } = await visit()
    const loaded = widgetRequests(page)
    const { named, tag } = await publishedWidget(stack)
    await openStrictPage(page, stack, tag('loader', type))
    await expect.poll(() => page.evaluate(() => 'Latchkey' in window)).toBe(true)
    expect(loaded).toEqual([named('loader').file])
    expect(await isDefined(page)).toBe(false)
    await placeElement(page, { 'api-url': stack.url, flow: 'create' })
    await expect(locateWidget(page).locator('[part=heading]')).toBeVisible()
    expect(loaded.slice(0, 2)).toEqual([named('loader').file, named('module').file])
    expect(await inspect(page)).toEqual([])
  })
}

test('error: the loader rejects a tampered widget, and loads the correct one later', async ({
  stack,
  visit,
  complaints,
}) => {
  const { page } = await visit()
  const { tag } = await publishedWidget(stack)
  const restore = await tamperFile(page, '**/widget/v1/latchkey-wallet-*')
  await openStrictPage(page, stack, tag('loader'))
  await placeElement(page, { 'api-url': stack.url, flow: 'create' })
  const heard = () => page.evaluate(() => Reflect.get(window, 'heard'))
  await expect.poll(heard).toMatchObject([{ code: 'NETWORK_FAILED', detail: 'the main file' }])
  expect(await isDefined(page)).toBe(false)
  expect(await page.evaluate(() => 'stolen' in window)).toBe(false)
  restore()
  await page.evaluate(async () => Reflect.get(window, 'Latchkey').load())
  await expect(locateWidget(page).locator('[part=heading]')).toBeVisible()
  forgive(complaints, REFUSED)
})

test('error: a tampered file for these calls never runs, and the correct one does later', async ({
  stack,
  admin,
  complaints,
}) => {
  const { page } = admin
  const { tokens } = await openFunded(stack, admin)
  const restore = await tamperFile(page, '**/widget/v1/latchkey-calls-*')
  await setCall(page, { kind: 'erc20-approve', token: tokens.erc20, spender: stranger(), amount: '5' })
  await expect(locateWidget(page).getByRole('alert')).toContainText('could not be reached')
  expect(await page.evaluate(() => 'stolen' in window)).toBe(false)
  restore()
  const loaded = widgetRequests(page)
  await locateWidget(page).getByRole('button', { name: 'Start again' }).click()
  await expect(locateWidget(page).getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
  // The verified file is the one that runs. It is not requested again.
  expect(loaded.filter((name) => name.startsWith('latchkey-calls-'))).toHaveLength(1)
  forgive(complaints, REFUSED)
})

test('error: a held transfer waits for the file that displays it, and nothing is sent twice', async ({
  stack,
  visit,
  complaints,
}) => {
  const { shop } = await holdTransfer(stack, () => visit(), 'Filo')
  const restore = await tamperFile(shop, '**/widget/v1/latchkey-held-*')
  await shop.reload()
  await shop.getByRole('button', { name: 'Send coins' }).click()
  await expect(locateWidget(shop).getByRole('alert')).toContainText('could not be reached')
  expect(await shop.evaluate(() => 'stolen' in window)).toBe(false)
  restore()
  await locateWidget(shop).getByRole('button', { name: /again/ }).click()
  await expect(locateWidget(shop).getByRole('heading', { name: 'Waiting for your approval' })).toBeVisible()
  forgive(complaints, REFUSED)
})

test('behavior: without an element, the core creates a wallet and signs what the page has confirmed', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const email = uniqueEmail('core')
  const token = await openSession(stack, admin, { operations: ['create', 'transfer', 'execute'] })
  const { named } = await publishedWidget(stack)
  await page.exposeFunction('codeOfMail', () => codeFor(stack, email))
  const loaded = widgetRequests(page)
  await openStrictPage(page, stack, '')
  const address = await page.evaluate(
    async ({ apiUrl, file, widgetToken, to }) => {
      const { createLatchkey } = await import(/* @vite-ignore */ file)
      const latchkey = createLatchkey({ apiUrl, getToken: async () => widgetToken })
      Object.assign(window, { latchkey })
      const askCode = () => Reflect.get(window, 'codeOfMail')()
      const wallet = await latchkey.createWallet({ email: to, label: 'Headless', askCode })
      return wallet.address
    },
    { apiUrl: stack.url, file: `/widget/v1/${named('core').file}`, widgetToken: token, to: email },
  )
  await drip(stack, address, '5000000')
  const { tokens } = await stack.sandbox()
  const to = stranger()
  const signed = await page.evaluate(
    async (transfer) => {
      const confirmed: { digest: string; fingerprint: string; kind: string }[] = []
      const result = await Reflect.get(window, 'latchkey').signTransaction({
        walletAddress: transfer.walletAddress,
        transfer,
        async confirm({
          digest,
          fingerprint,
          description,
        }: {
          digest: string
          fingerprint: string
          description: { kind: string }
        }) {
          confirmed.push({ digest, fingerprint, kind: description.kind })
          return true
        },
      })
      return { confirmed, digest: result.digest, status: result.status }
    },
    { walletAddress: address, tokenAddress: tokens.erc20, to, amount: '1.25' },
  )
  expect(signed.confirmed).toEqual([
    { digest: signed.digest, fingerprint: expect.any(String), kind: 'erc20-transfer' },
  ])
  expect(signed.status).toBe('CONFIRMED')
  expect(await (await tokenState(stack)).coins(to)).toBe(1_250_000n)
  expect(loaded).toEqual([named('core').file])
})
