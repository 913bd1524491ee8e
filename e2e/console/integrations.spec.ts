import type { APIResponse } from '@playwright/test'
import { expect, test } from '#e2e/fixtures/test.ts'

test('behavior: an integration’s secret is shown once and opens sessions for its origins alone, until it is revoked', async ({
  stack,
  admin: { page },
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

  await test.step('its page has the lines to paste, with the widget’s hash, and not the secret', async () => {
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

  await test.step('it opens sessions for its own origins and operations alone', async () => {
    expect((await open(secret)).status()).toBe(200)
    const other = await open(secret, { origin: 'https://elsewhere.example' })
    expect(other.status()).toBe(403)
    expect(await other.json()).toMatchObject({ content: { code: 'ORIGIN_REFUSED' } })
    const more = await open(secret, { operations: ['approve'] })
    expect(await more.json()).toMatchObject({ statusCode: 403, content: { code: 'OPERATION_REFUSED' } })
    const otherEnd = secret.endsWith('x') ? 'y' : 'x'
    expect((await open(secret.slice(0, -1) + otherEnd)).status()).toBe(401)
  })

  await test.step('revoked, it opens none from that moment on', async () => {
    await page.getByRole('button', { name: 'Revoke' }).click()
    const confirm = page.getByRole('dialog', { name: 'Revoke this integration?' })
    await confirm.getByRole('textbox').fill('Web shop')
    await confirm.getByRole('button', { name: 'Revoke integration' }).click()
    await expect(page.getByText('This integration is revoked')).toBeVisible()
    expect((await open(secret)).status()).toBe(401)
    await page.goto('/integrations')
    await expect(page.getByRole('row', { name: /Web shop/ })).toContainText('Revoked')
  })
  await backend.dispose()
})

test('error: an origin with a path, and a missing name, are told at their fields, and nothing typed is lost', async ({
  admin: { page },
}) => {
  await page.goto('/integrations/new')
  const typed = 'https://fine.example\nhttps://shop.example/wallet'
  await page.getByLabel('Origins').fill(typed)
  for (const box of await page.getByRole('checkbox').all()) await box.uncheck()
  await page.getByRole('button', { name: 'Create integration' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/must not be empty/i)
  await expect(page.getByLabel('Origins')).toHaveAccessibleDescription(/line 2: must be an origin/i)
  await expect(page.getByRole('group', { name: 'What its users may do' })).toHaveAccessibleDescription(
    /choose at least one/i,
  )
  await expect(page.getByLabel('Origins')).toHaveValue(typed)

  await test.step('what only the server refuses stands at the field as well', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Insecure shop')
    await page.getByLabel('Origins').fill('http://shop.example')
    await page.getByRole('checkbox', { name: /^Create wallets/ }).check()
    await page.getByRole('button', { name: 'Create integration' }).click()
    await expect(page.getByLabel('Origins')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Origins')).toHaveAccessibleDescription(/https/)
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Insecure shop')
  })
})

test('error: an integration that is not there is said to be not there', async ({ admin: { page } }) => {
  await page.goto('/integrations/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Integration not found' })).toBeVisible()
  await page.getByRole('link', { name: 'All integrations' }).click()
  await expect(page.getByRole('row', { name: /Demo shop/ })).toBeVisible()
})
