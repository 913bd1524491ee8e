import type { APIResponse } from '@playwright/test'
import { confirmByName } from '#e2e/fixtures/console-pages.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'

test('behavior: an integration’s secret is shown once and opens sessions for its origins only, until it is revoked', async ({
  stack,
  sharedAdmin: { page },
  playwright,
}) => {
  // A backend: no browser, no cookies.
  const backend = await playwright.request.newContext({ baseURL: stack.url })
  const open = (secret: string, change: object = {}): Promise<APIResponse> =>
    backend.post('/api/widget/sessions', {
      headers: { authorization: `Bearer ${secret}` },
      data: {
        externalUserId: 'user-1',
        operations: ['create'],
        origin: 'https://web.example',
        ...change,
      },
    })

  await page.goto('/integrations')
  await page.getByRole('link', { name: 'New integration' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Web shop')
  await page.getByLabel('Origins').fill('https://web.example\nhttps://www.web.example/')
  await page.getByRole('button', { name: 'Create integration' }).click()
  const dialog = page.getByRole('dialog', { name: '“Web shop” is ready' })
  const secret = (await dialog.locator('[data-secret]').textContent()) ?? ''
  expect(secret.length).toBeGreaterThan(30)
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Done' }).click()

  await test.step('its page has the snippet with the widget’s hash, and not the secret', async () => {
    await expect(page.getByRole('heading', { name: 'Web shop' })).toBeVisible()
    const manifest = await (await backend.get('/widget/v1/integrity.json')).json()
    await expect(page.getByText(manifest.module.integrity)).toBeVisible()
    await expect(page.getByText("origin: 'https://web.example'")).toBeVisible()
    await expect(page.getByText('https://www.web.example', { exact: true })).toBeVisible()
    expect(await page.content()).not.toContain(secret)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Web shop' })).toBeVisible()
    expect(await page.content()).not.toContain(secret)
  })

  await test.step('it opens sessions only for its own origins and operations', async () => {
    expect((await open(secret)).status()).toBe(200)
    const other = await open(secret, { origin: 'https://elsewhere.example' })
    expect(other.status()).toBe(403)
    expect(await other.json()).toMatchObject({ content: { code: 'ORIGIN_REFUSED' } })
    const more = await open(secret, { operations: ['approve'] })
    expect(await more.json()).toMatchObject({ statusCode: 403, content: { code: 'OPERATION_REFUSED' } })
    const otherEnd = secret.endsWith('x') ? 'y' : 'x'
    expect((await open(secret.slice(0, -1) + otherEnd)).status()).toBe(401)
  })

  await test.step('once revoked, it opens none', async () => {
    await page.getByRole('button', { name: 'Revoke' }).click()
    await confirmByName(page, 'Revoke this integration?', 'Web shop', 'Revoke integration')
    await expect(page.getByText('This integration is revoked')).toBeVisible()
    expect((await open(secret)).status()).toBe(401)
    await page.goto('/integrations')
    await expect(page.getByRole('row', { name: /Web shop/ })).toContainText('Revoked')
  })
  await backend.dispose()
})
