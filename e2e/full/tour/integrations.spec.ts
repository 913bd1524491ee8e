import { openDemoShop } from '#e2e/fixtures/console-pages.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { show } from '#e2e/fixtures/tour.ts'

test.beforeEach(() => test.slow())

test('behavior: domains, integrations, the doctor and the sandbox’s controls are accessible', async ({
  stack,
  sharedAdmin: { page },
  picture,
}) => {
  await page.goto('/domains')
  await page.getByLabel('Domain', { exact: true }).fill('tour.latchkey.example')
  await page.getByRole('button', { name: 'Add domain' }).click()
  await expect(page.getByText('_latchkey.tour.latchkey.example')).toBeVisible()
  await show(page, picture, 'domains')
  const { demoUrl } = await stack.sandbox()
  await openDemoShop(page)
  await page.getByRole('link', { name: 'Integration doctor' }).click()
  await page.getByLabel('Page URL').fill(demoUrl)
  await page.getByRole('button', { name: 'Run checks' }).click()
  await expect(page.getByText(`Read: ${demoUrl}/`)).toBeVisible({ timeout: 30_000 })
  await show(page, picture, 'integration-doctor')
  await page.goto('/')
  await page.getByRole('button', { name: 'Sandbox controls' }).click()
  await expect(page.getByRole('button', { name: 'Add an end-user' })).toBeVisible()
  await show(page, picture, 'sandbox-controls')
})
