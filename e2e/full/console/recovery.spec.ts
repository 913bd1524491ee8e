import { inviteOnPage, joinByLink } from '#e2e/fixtures/join.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { inspect } from '#e2e/fixtures/tour.ts'

test('behavior: a user without a passkey signs in with a recovery code, once, and then with an owner’s link', async ({
  stack,
  admin,
  visit,
}) => {
  const link = await inviteOnPage(admin.page, 'Operator')
  const before = await visit({ baseURL: stack.url })
  await joinByLink(before.page, link, 'Grace Hopper')
  await before.page.goto('/account')
  await expect(before.page.getByText('You have no recovery codes')).toBeVisible()
  await before.page.getByRole('button', { name: 'Create recovery codes' }).click()
  const codes = before.page.getByRole('dialog', { name: 'Your recovery codes' })
  const [code = '', ...others] = (await codes.locator('[data-secret]').innerText()).split('\n')
  expect(others).toHaveLength(9)
  const saving = before.page.waitForEvent('download')
  await codes.getByRole('button', { name: 'Download' }).click()
  expect((await saving).suggestedFilename()).toBe('latchkey-recovery-codes.txt')
  await codes.getByRole('checkbox').check()
  await codes.getByRole('button', { name: 'Done' }).click()
  await expect(before.page.getByText('10 unused codes')).toBeVisible()
  expect(await inspect(before.page)).toEqual([])

  // A new device, with the keyboard alone.
  const { page } = await visit({ baseURL: stack.url })
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'I lost my passkey' }).press('Enter')
  await page.getByLabel('Recovery code').fill(code.toLowerCase().replaceAll('-', ' '))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await page.goto('/account')
  await expect(page.getByText('9 unused codes')).toBeVisible()

  const late = await visit({ baseURL: stack.url, viewport: { width: 390, height: 844 } })
  await late.page.goto('/recover')
  await late.page.getByLabel('Recovery code').fill(code)
  await late.page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(late.page.getByText('This recovery code or link is no longer valid')).toBeVisible()
  expect(await inspect(late.page)).toEqual([])

  await admin.page.goto('/members')
  await admin.page.getByRole('button', { name: 'Manage Grace Hopper' }).click()
  const dialog = admin.page.getByRole('dialog', { name: 'Grace Hopper' })
  await dialog.getByRole('button', { name: 'Create a recovery link' }).click()
  const question = admin.page.getByRole('dialog', { name: 'Create a recovery link?' })
  await question.getByRole('button', { name: 'Create a recovery link' }).click()
  const recovery = await dialog.locator('[data-secret]').innerText()
  await late.page.goto(recovery)
  await expect(late.page).not.toHaveURL(/token/)
  await late.page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(late.page.getByRole('heading', { name: 'Overview' })).toBeVisible()
})
