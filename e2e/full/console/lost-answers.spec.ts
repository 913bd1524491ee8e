import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import { forgive } from '#e2e/fixtures/complaints.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { storeSecret } from '#e2e/fixtures/secret-dialog.ts'
import { callService } from '#e2e/fixtures/service.ts'
import { inspect } from '#e2e/fixtures/tour.ts'

test.afterEach(({ complaints }) => forgive(complaints, /ERR_CONNECTION_RESET/))

const NO_ANSWER = 'No connection to the server'

/** Drops the first successful response to a request that the server has processed. `lost` returns the dropped text. */
async function loseAnswer(page: Page, path: string): Promise<{ lost: () => string }> {
  let [isLost, text] = [false, '']
  await page.route(`**${path}`, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.continue()
    const response = await route.fetch()
    // An error response passes: it asks for the passkey first, and the server has changed nothing yet.
    if (!response.ok()) return route.fulfill({ response })
    isLost = true
    text = await response.text()
    return route.abort('connectionreset')
  })
  return { lost: () => text }
}

test('error: an API key whose response was lost is the same key with its secret when the form is submitted again', async ({
  stack,
  admin: { page },
}) => {
  const label = 'Lost on the way'
  await page.goto('/api-keys/new')
  await page.getByLabel('Name', { exact: true }).fill(label)
  await page.getByRole('checkbox', { name: /^wallet:read/ }).check()
  const { lost } = await loseAnswer(page, '/api/org/keys')
  await page.getByRole('button', { name: 'Issue key' }).click()
  await expect(page.getByText(NO_ANSWER)).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(label)
  expect(await inspect(page)).toEqual([])

  await page.getByRole('button', { name: 'Issue key' }).click()
  const secret = await page.getByRole('dialog').locator('[data-secret]').textContent()
  expect(lost()).toContain(secret)
  const read = await callService(stack, 'GET', '/baas/wallets', { key: secret ?? '' })
  expect(read.status).toBe(200)
  const listed = await callService(stack, 'GET', '/org/keys')
  const keys = z.array(z.object({ label: z.string() })).parse(listed.content)
  expect(keys.filter((key) => key.label === label)).toHaveLength(1)
})

test('error: an integration, a webhook and an invitation whose response was lost are not created twice', async ({
  admin: { page },
}) => {
  await test.step('an integration', async () => {
    await page.goto('/integrations/new')
    await page.getByLabel('Name', { exact: true }).fill('Lost shop')
    await page.getByLabel('Origins').fill('https://lost.example')
    await loseAnswer(page, '/api/integrations')
    const create = page.getByRole('button', { name: 'Create integration' })
    await create.click()
    await expect(page.getByText(NO_ANSWER)).toBeVisible()
    await create.click()
    await expect(page.getByRole('dialog', { name: '“Lost shop” is ready' })).toBeVisible()
    await storeSecret(page)
    await page.goto('/integrations')
    await expect(page.getByRole('row', { name: /Lost shop/ })).toHaveCount(1)
  })
  await test.step('a webhook', async () => {
    const url = 'http://localhost:9/hooks/lost'
    await page.goto('/webhooks/new')
    await page.getByLabel('URL').fill(url)
    await loseAnswer(page, '/api/org/webhooks')
    const add = page.getByRole('button', { name: 'Add endpoint' })
    await add.click()
    await expect(page.getByText(NO_ANSWER)).toBeVisible()
    await add.click()
    await storeSecret(page)
    await page.goto('/webhooks')
    await expect(page.getByRole('row').filter({ hasText: url })).toHaveCount(1)
  })
  await test.step('its secret is not replaced twice either', async () => {
    await page.getByRole('row').filter({ hasText: 'hooks/lost' }).getByRole('link').first().click()
    const { lost } = await loseAnswer(page, '/rotate-secret')
    await page.getByRole('button', { name: 'Rotate secret' }).click()
    const rotate = page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' })
    await rotate.click()
    await expect(page.getByText(NO_ANSWER)).toBeVisible()
    await rotate.click()
    expect(lost()).toContain(await storeSecret(page))
  })
  await test.step('an invitation', async () => {
    const email = 'lost-on-the-way@example.com'
    await page.goto('/members')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite a member' })
    await dialog.getByLabel('Email').fill(email)
    await loseAnswer(page, '/api/invitations')
    await dialog.getByRole('button', { name: 'Create invitation' }).click()
    await expect(page.getByText(NO_ANSWER)).toBeVisible()
    await dialog.getByRole('button', { name: 'Create invitation' }).click()
    await expect(page.getByRole('dialog', { name: /^Invitation as / })).toBeVisible()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: email })).toHaveCount(1)
  })
})
