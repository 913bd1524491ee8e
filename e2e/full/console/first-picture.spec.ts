import type { Page } from '@playwright/test'
import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/test.ts'

/** Holds the console's code back, so that what the server has drawn stays; answers what lets it go. */
async function holdCode(page: Page): Promise<() => void> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/begin.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Opens a page and stays at what the server has drawn. A server that is busy does not draw: then once more. */
async function openDrawn(page: Page, path: string): Promise<void> {
  await expect(async () => {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('noscript')).toHaveCount(1)
    expect(await page.locator('.picture').count()).toBe(1)
  }).toPass()
}

/** Where what one looks at stands. */
async function places(page: Page): Promise<unknown[]> {
  const shown = [page.locator('h1'), page.locator('nav a'), page.locator('tbody tr'), page.locator('main h2')]
  const boxes = await Promise.all(
    shown.map(async (several) => Promise.all((await several.all()).map((one) => one.boundingBox()))),
  )
  // Rows below the window are drawn by either as far as it sees fit.
  return boxes.flat().filter((box) => box !== null && box.y + box.height < 900)
}

for (const { path, text, heading } of [
  { path: '/', text: 'Newest wallets', heading: 'Overview' },
  { path: '/wallets?q=Pictured', text: 'Pictured pear', heading: 'Wallets' },
]) {
  test(`behavior: ${path} is on the screen before its code has run, and nothing on it moves when it has`, async ({
    stack,
    admin,
  }) => {
    const { page } = admin
    await newWallet(stack, admin, { label: 'Pictured pear' })
    const release = await holdCode(page)
    await openDrawn(page, path)
    await expect(page.getByText(text).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: heading })).toHaveCount(0)
    await page.evaluate(() => document.fonts.ready)
    const drawn = await places(page)
    expect(drawn.length).toBeGreaterThan(12)
    release()
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expect(page.locator('.picture')).toHaveCount(0)
    expect(await places(page)).toEqual(drawn)
  })
}

test('behavior: what is typed or pressed before the page is there waits for it', async ({ stack, admin }) => {
  const { page } = admin
  await newWallet(stack, admin, { label: 'Pictured plum' })
  const release = await holdCode(page)
  await openDrawn(page, '/wallets')
  await expect(page.getByText('Pictured plum').first()).toBeVisible()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  const typed = page.getByPlaceholder('Name, address or end-user').fill('Pictured plum')
  release()
  await typed
  await expect(page).toHaveURL('/wallets?q=Pictured+plum')
  await expect(page.getByRole('searchbox')).toHaveValue('Pictured plum')
})

test('behavior: the picture has the language that was chosen; one in another is not shown', async ({
  admin: { page, context },
}) => {
  await page.goto('/')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
  await expect(page.getByRole('link', { name: 'Übersicht' })).toBeVisible()
  const release = await holdCode(page)
  await openDrawn(page, '/wallets')
  await expect(page.getByText('Übersicht').first()).toBeVisible()
  release()
  await expect(page.getByRole('link', { name: 'Übersicht' })).toBeVisible()

  await context.clearCookies({ name: 'latchkey-language' })
  await page.unroute('**/begin.js')
  const releaseAgain = await holdCode(page)
  await openDrawn(page, '/wallets')
  await expect(page.locator('.picture')).toHaveCount(1)
  await expect(page.locator('.picture')).toBeHidden()
  releaseAgain()
  await expect(page.getByRole('link', { name: 'Übersicht' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en')
  await expect(page.getByRole('link', { name: 'Overview' })).toBeVisible()
})

test('behavior: a phone gets the picture of a phone, and a narrow window of a computer none', async ({
  admin: { page },
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  const release = await holdCode(page)
  await openDrawn(page, '/wallets')
  await expect(page.locator('.picture')).toHaveCount(1)
  await expect(page.locator('.picture h1')).toBeHidden()
  await page.setExtraHTTPHeaders({ 'sec-ch-ua-mobile': '?1' })
  await openDrawn(page, '/wallets')
  await expect(page.locator('.picture h1')).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Wallets' })).toBeVisible()
})

test('behavior: a page of somebody who is signed in is kept by nobody; without a session nothing is drawn', async ({
  stack,
  admin,
  visit,
}) => {
  await newWallet(stack, admin, { label: 'Pictured quince' })
  await openDrawn(admin.page, '/wallets')
  const drawn = await admin.context.request.get('/wallets', { headers: { accept: 'text/html' } })
  expect(drawn.headers()['cache-control']).toBe('no-store')
  const stranger = await visit({ baseURL: stack.url })
  const plain = await stranger.context.request.get('/wallets', { headers: { accept: 'text/html' } })
  expect(await plain.text()).not.toContain('picture')
  await stranger.page.goto('/wallets')
  await expect(stranger.page.getByRole('button', { name: /passkey/i }).first()).toBeVisible()
})

test('behavior: at the width where columns begin, a long list has as many cells as its head', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  await newWallet(stack, admin, { label: 'Pictured fig' })
  for (const width of [780, 831, 832]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/wallets')
    const head = page.getByRole('columnheader')
    await expect(head.first()).toBeVisible()
    const cells = page.locator('tr[data-index="0"]').getByRole('cell')
    await expect(cells).toHaveCount(await head.count())
  }
})

test('error: where the code does not come, the page says so instead of staying a picture', async ({
  stack,
  administrator,
  browser,
}) => {
  // Not a visit: the browser complains of what is missing, as it should.
  const context = await browser.newContext({ baseURL: stack.url, storageState: administrator.storageState })
  const page = await context.newPage()
  await page.route('**/assets/framework-*.js', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByText('Check your connection and reload the page.')).toBeVisible()
  await page.unroute('**/assets/framework-*.js')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await context.close()
})
