import { expect, test } from '#e2e/fixtures/product-world.ts'
import { inspect, show } from '#e2e/fixtures/tour.ts'

test('behavior: the documentation is read, searched by keyboard and copied from, without a session and under the strict policy', async ({
  stack,
  visit,
  picture,
}) => {
  // From version 156, Chromium lets a headless page write to the clipboard only with the permission.
  const { page } = await visit({ baseURL: stack.url, permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto('/docs')
  await expect(page).toHaveTitle('What Latchkey is · Latchkey')
  await show(page, picture, 'documentation')

  await page.keyboard.press('/')
  await page.keyboard.type('predict adress')
  const results = page.locator('#results').getByRole('link')
  await expect(results.first()).toContainText('Predict the address and the fee requirements of a wallet')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/docs\/api-wallets\.html#predict-the-address/)
  await expect(page.getByRole('heading', { name: 'Predict the address' })).toBeInViewport()

  await page.getByRole('button', { name: 'Copy' }).first().click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  await page.getByRole('searchbox').press('ControlOrMeta+V')
  await expect(page.getByRole('searchbox')).toHaveValue(/^curl -X POST/)

  // A page from the browser's cache keeps its policy and works.
  await page.goto('/docs/index.html')
  await page.goto('/docs/api-wallets.html')
  await expect(page.getByRole('searchbox')).toBeVisible()
  expect(await inspect(page)).toEqual([])

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Pages' }).click()
  await page.getByRole('link', { name: 'From Privy' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('From Privy')
})
