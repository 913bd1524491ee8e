import { expect, test } from '#e2e/fixtures/product-world.ts'
import { callService } from '#e2e/fixtures/service.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'

const TABLE: (Endpoint & { base: string })[] = [
  ...Object.values(BAAS_ENDPOINTS).map((row) => ({ ...row, base: '/baas' })),
  ...Object.values(ORG_ENDPOINTS).map((row) => ({ ...row, base: '/org' })),
]
const ENDPOINTS = TABLE.map(({ base, path, ...row }) => ({
  ...row,
  path: base + path.replaceAll(/:\w+/g, '0x52908400098527886E0F7030069857D2E4169EE7'),
}))

test('behavior: an issued key is shown once, grants exactly its scopes, and is rejected as soon as it is revoked', async ({
  stack,
  sharedAdmin: { page },
}) => {
  await page.goto('/api-keys')
  await page.getByRole('link', { name: 'New API key' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Checkout backend')
  await page.getByRole('checkbox', { name: /^wallet:read/ }).check()
  await page.getByRole('checkbox', { name: /^domain:read/ }).check()
  await page.getByRole('button', { name: 'Issue key' }).click()
  const dialog = page.getByRole('dialog', { name: '“Checkout backend” is ready' })
  const key = (await dialog.locator('[data-secret]').textContent()) ?? ''
  expect(key).toMatch(/^pk_live_/)

  await test.step('the dialog waits for the confirmation that the secret is stored', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Done' })).toBeDisabled()
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page).toHaveURL('/api-keys')
  })

  await test.step('no page shows it again', async () => {
    const row = page.getByRole('row', { name: /Checkout backend/ })
    await expect(row).toContainText('wallet:read')
    expect(await page.content()).not.toContain(key)
    await page.reload()
    await expect(row).toContainText('Active')
    expect(await page.content()).not.toContain(key)
  })

  await test.step('it grants the endpoints of its scopes, and every other endpoint names the scope it needs', async () => {
    expect((await callService(stack, 'GET', '/baas/wallets', { key })).status).toBe(200)
    expect((await callService(stack, 'GET', '/baas/tokens/allowed', { key })).status).toBe(200)
    for (const { method, path, scope } of ENDPOINTS) {
      if (scope === null || scope === 'wallet:read' || scope === 'domain:read') continue
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} }
      const answer = await callService(stack, method, path, { key, ...body })
      expect(answer, `${method} ${path}`).toMatchObject({
        status: 403,
        content: { message: `Insufficient scopes. Required: ${scope}` },
      })
    }
  })

  await test.step('revoking requires typing its name, and applies at once', async () => {
    await page.reload()
    await expect(page.getByRole('row', { name: /Checkout backend/ })).toContainText('just now')
    await page.getByRole('button', { name: 'Revoke Checkout backend' }).click()
    const confirm = page.getByRole('dialog', { name: 'Revoke this API key?' })
    await expect(confirm).toContainText('This key is in use')
    await confirm.getByRole('textbox').fill('Checkout')
    await confirm.getByRole('button', { name: 'Revoke key' }).click()
    await expect(confirm.getByRole('textbox')).toHaveAccessibleDescription(/The name does not match/)
    expect((await callService(stack, 'GET', '/baas/wallets', { key })).status).toBe(200)
    await confirm.getByRole('textbox').fill('Checkout backend')
    await confirm.getByRole('button', { name: 'Revoke key' }).click()
    await expect(page.getByRole('row', { name: /Checkout backend/ })).toContainText('Revoked')
    expect(await callService(stack, 'GET', '/baas/wallets', { key })).toMatchObject({
      status: 401,
      content: { message: 'Invalid API key' },
    })
  })
})
