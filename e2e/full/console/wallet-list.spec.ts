import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { inspect } from '#e2e/fixtures/tour.ts'

const MANY = 100_000
const table = (page: Page) => page.getByRole('table', { name: /^Wallets, / })
const row = (page: Page, index: number) => page.locator(`tr[data-index="${index}"]`)

test('behavior: filters and order are in the URL, narrow the list together, and are cleared together', async ({
  stack,
  sharedAdmin: admin,
}) => {
  const { page } = admin
  const user = { externalUserId: 'filter-customer', externalUserLabel: 'Katherine Johnson' }
  await newWallet(stack, admin, { label: 'Filtered pear' })
  await newWallet(stack, admin, { label: 'Filtered apple', ...user })
  await page.goto('/wallets?q=Filtered')
  await expect(table(page).getByRole('row')).toHaveCount(3)
  await expect(row(page, 0)).toContainText('Filtered apple')

  await page.getByRole('combobox', { name: 'Order' }).selectOption('By name')
  await expect(page).toHaveURL('/wallets?q=Filtered&sort=label')
  await expect(page.getByRole('table', { name: 'Wallets, by name' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Oldest first')
  await expect(row(page, 0)).toContainText('Filtered pear')

  await page.getByRole('combobox', { name: 'Owner' }).selectOption('End-users')
  await expect(table(page).getByRole('row')).toHaveCount(2)
  await expect(table(page)).toContainText('Katherine Johnson')
  await page.getByRole('combobox', { name: 'State' }).selectOption('Deploying')
  await expect(page.getByText('No wallet found')).toBeVisible()
  await page.getByRole('combobox', { name: 'State' }).selectOption('Deployed')
  await expect(table(page)).toContainText('Filtered apple')
  await page.getByLabel('Created until').fill('2020-01-01')
  await expect(page.getByText('No wallet found')).toBeVisible()
  await page.getByLabel('Created from').fill('2019-01-01')
  await expect(page).toHaveURL(
    '/wallets?q=Filtered&owner=end-user&state=deployed&from=2019-01-01&to=2020-01-01&sort=oldest',
  )
  await page.reload()
  await expect(page.getByLabel('Created until')).toHaveValue('2020-01-01')
  await page.getByRole('search').getByRole('link', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/wallets?sort=oldest')
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(table(page)).toBeVisible()
  expect(await inspect(page)).toEqual([])
})

test('behavior: a filtered list is exported as a file, which only a session can download', async ({
  stack,
  sharedAdmin: admin,
  visit,
}) => {
  const { page } = admin
  const savings = await newWallet(stack, admin, { label: '=1+1 exported' })
  await page.goto('/wallets?q=1%2B1+exported')
  await expect(table(page).getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'List options' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^wallets-\d{4}-\d{2}-\d{2}\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain(`${savings.address},'=1+1 exported,`)

  const stranger = await visit({ baseURL: stack.url })
  const refused = await stranger.context.request.get(download.url())
  expect(refused.status()).toBe(401)
})

/** The service's responses for a list of 100,000: pages in its format, with wallets that need not exist. */
async function serveMany(page: Page): Promise<void> {
  await page.route('**/api/baas/wallets/summaries?*', async (route) => {
    const addresses = new URL(route.request().url()).searchParams.get('addresses')?.split(',') ?? []
    const nothing = { coins: [], nfts: 0, multiTokens: 0, isWhole: true, lastActivityDatetime: null }
    const wallets = addresses.map((address) => ({ address, ...nothing, protection: 'none' }))
    await route.fulfill({ json: { statusCode: 200, content: { tokens: [], wallets } } })
  })
  await page.route('**/api/baas/wallets?*', async (route) => {
    const search = new URL(route.request().url()).searchParams
    const from = Number(search.get('cursor') ?? 0)
    const limit = Number(search.get('limit') ?? 50)
    const content = Array.from({ length: Math.min(limit, MANY - from) }, (_, index) =>
      manyWallet(from + index),
    )
    search.set('cursor', String(from + limit))
    const link = `<${new URL(route.request().url()).origin}/api/baas/wallets?${search.toString()}>; rel="next"`
    await route.fulfill({
      json: { statusCode: 200, content },
      headers: from + limit < MANY ? { link } : {},
    })
  })
}

function manyWallet(index: number) {
  return {
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    address: `0x${(index + 1).toString(16).padStart(40, '0')}`,
    label: `Wallet number ${index}`,
    externalUserId: index % 3 === 0 ? '' : `user-${index}`,
    externalUserLabel: index % 3 === 0 ? '' : `Person ${index}`,
    createdAtDatetime: new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString(),
  }
}

test('behavior: only the visible ones of 100,000 wallets are rendered; scrolling loads more, and going back restores the position', async ({
  sharedAdmin: { page },
}) => {
  await serveMany(page)
  await page.goto('/wallets')
  await expect(row(page, 0)).toContainText('Wallet number 0')
  await expect(table(page)).toHaveAttribute('aria-rowcount', '-1')
  await expect(row(page, 0)).toHaveAttribute('aria-rowindex', '2')
  expect(await table(page).locator('tbody tr').count()).toBeLessThan(60)

  await test.step('scrolling loads more, and the URL follows', async () => {
    for (const wanted of [300, 800, 1_500]) {
      await expect(async () => {
        await page.evaluate(() => window.scrollBy(0, 6_000))
        const last = await page.locator('tr[data-index]').last().getAttribute('data-index')
        expect(Number(last)).toBeGreaterThan(wanted)
      }).toPass({ timeout: 30_000 })
    }
    await expect(page).toHaveURL(/cursor=\d+/)
    expect(await table(page).locator('tbody tr').count()).toBeLessThan(60)
  })

  const shown = page.locator('tr[data-index]').nth(15)
  const name = (await shown.getByRole('link').innerText()).trim()
  const offset = await page.evaluate(() => window.scrollY)
  await test.step('going back restores the position', async () => {
    await shown.getByRole('link').click()
    await expect(page.getByRole('heading', { name: 'Wallet not found' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('link', { name, exact: true })).toBeInViewport()
    expect(Math.abs((await page.evaluate(() => window.scrollY)) - offset)).toBeLessThan(100)
  })

  await test.step('the URL leads to the page that was displayed', async () => {
    const cursor = new URL(page.url()).searchParams.get('cursor')
    await page.evaluate(() => (window.history.scrollRestoration = 'manual'))
    await page.reload()
    await expect(row(page, 0)).toContainText(`Wallet number ${cursor}`)
    await page.getByRole('button', { name: 'Show from the start' }).click()
    await expect(page.getByRole('link', { name: 'Wallet number 0', exact: true })).toBeInViewport()
  })
})

test('behavior: the keyboard moves from row to row through rows that were not rendered before', async ({
  sharedAdmin: { page },
}) => {
  await serveMany(page)
  await page.goto('/wallets')
  await row(page, 0).getByRole('link').focus()
  const focused = () => page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('data-index'))
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toBe('1')
  for (let step = 1; step <= 8; step += 1) {
    await page.keyboard.press('PageDown')
    await expect.poll(focused).toBe(String(1 + 10 * step))
    await expect(row(page, 1 + 10 * step)).toBeInViewport()
  }
  // The focused row stays rendered, however far the list is scrolled.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(row(page, 0)).toBeInViewport()
  expect(await focused()).toBe('81')
  await page.keyboard.press('ArrowUp')
  await expect.poll(focused).toBe('80')
  await expect(row(page, 80)).toBeInViewport()
  await page.keyboard.press('Home')
  await expect.poll(focused).toBe('0')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/wallets\/0x0{39}1/)
})

test('error: a page that fails to load is requested again, and loaded rows stay', async ({
  sharedAdmin: { page },
}) => {
  await serveMany(page)
  let isDown = true
  await page.route('**/api/baas/wallets?*cursor=*', (route) =>
    isDown
      ? route.fulfill({ status: 400, json: { statusCode: 400, content: { message: 'Not this time' } } })
      : route.fallback(),
  )
  await page.goto('/wallets')
  await expect(row(page, 0)).toBeVisible()
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(page.getByText('Not this time')).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 15_000 })
  isDown = false
  await page.reload()
  await expect(row(page, 0)).toContainText('Wallet number 0')
})

test('behavior: at the minimum width for columns, rows of a long list have as many cells as the header', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  await newWallet(stack, admin, { label: 'Counted fig' })
  for (const width of [780, 831, 832]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/wallets')
    const head = page.getByRole('columnheader')
    await expect(head.first()).toBeVisible()
    const cells = page.locator('tr[data-index="0"]').getByRole('cell')
    await expect(cells).toHaveCount(await head.count())
  }
})
