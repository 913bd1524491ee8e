import type { Page } from '@playwright/test'
import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'

/** Visual properties: positions, and contrast with the system's colors. */

/**
 * Distance of the tabs from the title. Both are measured at once, because content above may still load and move both.
 */
const tabsBelowTitle = async (page: Page, path: string) => {
  await page.goto(path)
  const title = page.getByRole('heading', { level: 1 })
  const tabs = await page.getByRole('navigation', { name: 'Transactions' }).elementHandle()
  return title.evaluate(
    (heading, below) => (below?.getBoundingClientRect().y ?? 0) - heading.getBoundingClientRect().y,
    tabs,
  )
}

test('behavior: the tabs of the transactions do not move when switching between them', async ({
  admin: { page },
}) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const below = await tabsBelowTitle(page, '/transactions')
    expect(below).toBeGreaterThan(0)
    expect(await tabsBelowTitle(page, '/transactions/pending')).toBe(below)
  }
})

test('behavior: an API key is displayed on one line where it is shown once', async ({ admin: { page } }) => {
  await page.goto('/api-keys/new')
  await page.getByLabel('Name', { exact: true }).fill('One line')
  await page.getByRole('checkbox', { name: /^wallet:read/ }).check()
  await page.getByRole('button', { name: 'Issue key' }).click()
  const secret = page.locator('[data-secret]')
  await expect(secret).toHaveText(/^pk_live_/)
  const lines = await secret.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => top)).size
  })
  expect(lines).toBe(1)
})

test('behavior: in forced colors the current page, the chosen theme, a legend and loading content are recognizable', async ({
  admin: { page },
}) => {
  const backgroundOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor)
  await page.goto('/usage')
  await expect(page.locator('main [aria-hidden="true"].size-2\\.5').first()).toBeVisible()
  await page.emulateMedia({ forcedColors: 'active' })
  const main = page.getByRole('navigation', { name: 'Main' })
  const current = await main
    .locator('[aria-current="page"]')
    .evaluate((element) => getComputedStyle(element).backgroundColor)
  const other = await main
    .getByRole('link', { name: 'Wallets', exact: true })
    .evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(current).not.toBe(other)
  expect(await backgroundOf('aside [aria-pressed="true"]')).not.toBe(
    await backgroundOf('aside [aria-pressed="false"]'),
  )
  const canvas = await backgroundOf('html')
  expect(await backgroundOf('main [aria-hidden="true"].size-2\\.5')).not.toBe(canvas)

  // A list that never loads.
  await page.route('**/api/org/keys', () => undefined)
  await page.goto('/api-keys')
  await expect(page.locator('main [role="status"][aria-busy="true"]').first()).toBeVisible()
  expect(await backgroundOf('main [aria-busy="true"] .bg-skeleton')).not.toBe(canvas)
})

test('behavior: on a small screen the list of wallets has round corners, and its sticky header has a lower border', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  await newWallet(stack, admin, { label: 'Narrow' })
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/wallets')
  await expect(page.getByRole('row', { name: /Narrow/ })).toBeVisible()
  const table = page.getByRole('table', { name: 'Wallets, newest first' })
  const corners = await table.evaluate((element) => {
    const card = element.closest('section')
    const { left, right, top, bottom } = (card ?? element).getBoundingClientRect()
    // Points inside the card's square but outside its round corners.
    return [top + 1, bottom - 1].flatMap((y) =>
      [left + 1, right - 1].map((x) => card?.contains(document.elementFromPoint(x, y)) ?? true),
    )
  })
  expect(corners).toEqual([false, false, false, false])
  const edge = await table
    .locator('thead')
    .evaluate((element) => getComputedStyle(element, '::after').borderBottomWidth)
  expect(edge).toBe('1px')
})
