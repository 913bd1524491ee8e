import { createIntegration, locateCard, openDemoShop } from '#e2e/fixtures/console-pages.ts'
import { joinedPerson } from '#e2e/fixtures/join.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { storeSecret } from '#e2e/fixtures/secret-dialog.ts'
import { show } from '#e2e/fixtures/tour.ts'

test('behavior: a secret is rotated with a grace period in which both work, and the old one is revoked early', async ({
  stack,
  admin: { page },
  playwright,
  picture,
}) => {
  test.slow()
  const backend = await playwright.request.newContext({ baseURL: stack.url })
  const statusWith = async (secret: string) => {
    const data = { externalUserId: 'user-1', operations: ['create'], origin: 'https://rotating.example' }
    const headers = { authorization: `Bearer ${secret}` }
    return (await backend.post('/api/widget/sessions', { headers, data })).status()
  }
  const name = 'Rotating shop'
  await createIntegration(page, name, 'https://rotating.example')
  const old = await storeSecret(page, `“${name}” is ready`)
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  const grace = page.getByRole('dialog', { name: `Rotate the secret of “${name}”` })
  await grace.getByLabel('Grace period').selectOption('None (revoke now)')
  await expect(grace.getByText(/For a secret that has leaked/)).toBeVisible()
  await show(page, picture, 'integration-rotate')
  await grace.getByLabel('Grace period').selectOption('One hour')
  await grace.getByRole('button', { name: 'Rotate secret' }).click()
  const present = await storeSecret(page, `The new secret of “${name}”`)
  expect(present).not.toBe(old)
  await expect(page.getByText('Old secret')).toBeVisible()
  await expect(page.getByText(`${old.slice(0, 12)}…`)).toBeVisible()
  await show(page, picture, 'integration-overlap')
  expect([await statusWith(old), await statusWith(present)]).toEqual([200, 200])

  await page.getByRole('button', { name: 'End it now' }).click()
  await expect(page.getByText('Old secret')).toBeHidden()
  expect([await statusWith(old), await statusWith(present)]).toEqual([401, 200])
  await page.goto('/audit')
  const log = page.getByRole('list', { name: 'Audit log, newest first' })
  await expect(log.getByText('rotated the secret of the integration').first()).toBeVisible()
  await backend.dispose()
})

test('behavior: while a secret is shown, back and reload ask for confirmation', async ({
  admin: { page },
}) => {
  await createIntegration(page, 'Kept shop', 'https://kept.example')
  const dialog = page.getByRole('dialog', { name: '“Kept shop” is ready' })
  const secret = await dialog.locator('[data-secret]').innerText()

  await test.step('going back stays on the page and says why', async () => {
    await page.goBack()
    await expect(dialog.getByText(/Not stored yet: integration secret/)).toBeVisible()
    await expect(dialog.locator('[data-secret]')).toHaveText(secret)
    await expect(page).toHaveURL(/\/integrations\/new$/)
  })
  await test.step('a reload asks for confirmation', async () => {
    const asked = page.waitForEvent('dialog')
    const reloading = page.reload().catch(() => null)
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await reloading
    await expect(dialog.locator('[data-secret]')).toHaveText(secret)
  })
  await test.step('after the secret is stored, navigation continues', async () => {
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('heading', { name: 'Kept shop', exact: true })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Integrations' })).toBeVisible()
  })
})

test('behavior: read-only members see no unusable buttons on integrations, domains and fees', async ({
  stack,
  admin,
  visit,
}) => {
  test.slow()
  const { page } = await joinedPerson({ stack, admin, visit }, { role: 'Read-only', name: 'Dorothy Vaughan' })
  await page.goto('/integrations')
  await expect(page.getByText('For owners and admins')).toBeVisible()
  await expect(page.getByRole('link', { name: 'New integration' })).toBeHidden()
  await openDemoShop(page)
  await expect(page.getByText('For owners and admins')).toBeVisible()
  for (const name of ['Revoke', 'Rotate secret'])
    await expect(page.getByRole('button', { name, exact: true })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Integration doctor' })).toBeHidden()
  await page.goto('/domains')
  await expect(page.getByText('rpIdHash', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add domain' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Remove' })).toBeHidden()
  await page.goto('/settings')
  await expect(page.getByText('For owners and admins').first()).toBeVisible()
  await expect(locateCard(page, 'Transaction fee').getByRole('button', { name: 'Save' })).toBeHidden()
})
