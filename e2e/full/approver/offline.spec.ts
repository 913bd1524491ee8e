import type { Page } from '@playwright/test'
import { approveToEnd } from '#e2e/fixtures/approver-steps.ts'
import { forgive } from '#e2e/fixtures/complaints.ts'
import { enrolledCustomer, hold, readNumber } from '#e2e/fixtures/held-calls.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { show } from '#e2e/fixtures/tour.ts'

/** The browser's messages for requests that fail because it is offline or the server is stopped. */
const NO_LINE =
  /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|FAILED)/

/**
 * Waits until the service worker controls the page. The worker has then cached the app's files, so the app opens
 * offline.
 */
async function readyForOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

test('behavior: offline, the app opens, shows the last known state read-only, and approves nothing', async ({
  stack,
  visit,
  picture,
  complaints,
}) => {
  test.setTimeout(120_000)
  const visited = await visit({ baseURL: stack.url })
  const customer = await enrolledCustomer(stack, async () => visited, 'Offline')
  const { app } = customer
  const { context } = visited
  const uuid = await hold(stack, customer)
  await expect(app.getByRole('link', { name: /Send 1\.5 DEMO/ })).toBeVisible()
  await readyForOffline(app)
  await test.step('while the app is open', async () => {
    await app.goto(`/approve#transaction=${uuid}`)
    await expect(app.getByRole('radio').first()).toBeAttached()
    await context.setOffline(true)
    await expect(app.getByText('You are offline: nothing can be approved now.')).toBeVisible()
    await expect(app.getByRole('button', { name: 'Decline' })).toBeDisabled()
    await expect(app.getByRole('radio').first()).toBeDisabled()
    await show(app, picture, 'approver-offline-transaction')
  })
  await test.step('after opening it again', async () => {
    await app.goto('/approve')
    await app.reload()
    await expect(app.getByRole('heading', { name: 'No connection' })).toBeVisible()
    await expect(app.getByRole('alert')).toContainText('nothing can be approved now')
    await expect(app.getByText('Send 1.5 DEMO')).toBeVisible()
    await expect(app.getByRole('link', { name: /Send 1\.5 DEMO/ })).toHaveCount(0)
    await expect(app.getByRole('button', { name: 'Approve' })).toHaveCount(0)
    await show(app, picture, 'approver-offline')
  })
  await test.step('back online, the page recovers', async () => {
    await context.setOffline(false)
    await app.getByRole('link', { name: /Send 1\.5 DEMO/ }).click()
    await approveToEnd(app, await readNumber(stack, uuid))
  })
  forgive(complaints, NO_LINE)
})

test('behavior: the device stores the app and the last inbox without its numbers; signing out deletes the inbox', async ({
  stack,
  visit,
}) => {
  const visited = await visit({ baseURL: stack.url })
  const customer = await enrolledCustomer(stack, async () => visited, 'Keeper')
  const { app } = customer
  const uuid = await hold(stack, customer)
  await expect(app.getByRole('link', { name: /Send 1\.5 DEMO/ })).toBeVisible()
  await readyForOffline(app)
  const cached = await app.evaluate(async () => {
    const names = await caches.keys()
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return { names, paths: lists.flat().map(({ url }) => new URL(url).pathname) }
  })
  expect(cached.names).toEqual([expect.stringMatching(/^latchkey-approvals-[0-9a-f]{12}$/)])
  expect(cached.paths).toContain('/approve')
  expect(cached.paths.filter((path) => path.startsWith('/approve/api'))).toEqual([])
  const kept = () =>
    app.evaluate(() => {
      const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
      return keys.map((key) => localStorage.getItem(key)).join('\n')
    })
  await expect.poll(kept).toContain(uuid)
  expect(await kept()).not.toContain('numbers')
  await app.getByRole('link', { name: 'Settings' }).click()
  await app.getByRole('button', { name: 'Sign out' }).click()
  await expect(app.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(await kept()).toBe('')
})

test('behavior: the app is installable: a browser reports no problem with its manifest', async ({
  stack,
  visit,
}) => {
  const { page, context } = await visit({ baseURL: stack.url })
  await page.goto('/approve')
  await readyForOffline(page)
  const cdp = await context.newCDPSession(page)
  const manifest = await cdp.send('Page.getAppManifest')
  expect(manifest.errors).toEqual([])
  expect(JSON.parse(manifest.data ?? '')).toMatchObject({ start_url: '/approve', scope: '/approve' })
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  // The test browser has no profile. No other obstacle to an installation is allowed.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})

test('behavior: a new version installs by itself, and the next navigation shows it', async ({
  stack,
  visit,
}) => {
  const visited = await visit({ baseURL: stack.url })
  const earlier = 'latchkey-approvals-000000000000'
  await visited.context.route('**/approve/sw.js', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/"[0-9a-f]{12}"|`[0-9a-f]{12}`/, '"000000000000"')
    await route.fulfill({ response, body })
  })
  const { app } = await enrolledCustomer(stack, async () => visited, 'Update')
  const names = () => app.evaluate(() => caches.keys())
  await readyForOffline(app)
  expect(await names()).toEqual([earlier])
  await visited.context.unrouteAll()
  await app.evaluate(async () => {
    Object.assign(globalThis, { isOld: true })
    await (await navigator.serviceWorker.getRegistration('/approve'))?.update()
  })
  await expect.poll(names).toEqual([expect.not.stringContaining('000000000000')])
  expect(await app.evaluate(() => 'isOld' in globalThis)).toBe(true)
  await app.getByRole('link', { name: 'History' }).click()
  await expect.poll(() => app.evaluate(() => 'isOld' in globalThis).catch(() => true)).toBe(false)
  await expect(app.getByRole('heading', { name: 'History' })).toBeVisible()
})

test('error: shows the last known state when the service is down, and submits each decision once after it recovers', async ({
  stack,
  visit,
  complaints,
}) => {
  test.setTimeout(150_000)
  const visited = await visit({ baseURL: stack.url })
  const customer = await enrolledCustomer(stack, async () => visited, 'Restart')
  const { app } = customer
  const uuid = await hold(stack, customer)
  await expect(app.getByRole('link', { name: /Send 1\.5 DEMO/ })).toBeVisible()
  await readyForOffline(app)
  await stack.kill()
  await app.reload()
  await expect(app.getByRole('heading', { name: 'No connection' })).toBeVisible()
  await expect(app.getByText('Send 1.5 DEMO')).toBeVisible()
  await stack.start()
  // The app also reconnects by itself, so the button may be gone before the click.
  const waiting = app.getByRole('link', { name: /Send 1\.5 DEMO/ })
  await expect(async () => {
    if (!(await waiting.isVisible()))
      await app.getByRole('button', { name: 'Try again' }).click({ timeout: 1_000 })
    await expect(waiting).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await waiting.click()
  await approveToEnd(app, await readNumber(stack, uuid))
  forgive(complaints, NO_LINE)
})
