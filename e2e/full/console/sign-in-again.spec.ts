import { expect, test } from '#e2e/fixtures/product-world.ts'

const SIGN_IN = 'Sign in with a passkey'

test('error: a closed prompt and an unregistered passkey are reported, and the right passkey signs in', async ({
  stack,
  administrator,
  visit,
}) => {
  const { page, authenticator } = await visit({ baseURL: stack.url, credentials: administrator.passkey() })
  await page.goto('/sign-in')
  await authenticator.setVerified(false)
  await page.getByRole('button', { name: SIGN_IN }).click()
  await expect(page.getByRole('alert')).toContainText('The passkey prompt was closed')

  await authenticator.setVerified(true)
  await authenticator.clear()
  const strangers = administrator.passkey().map((credential) => ({
    ...credential,
    credentialId: Buffer.alloc(32, 7).toString('base64'),
  }))
  await authenticator.add(strangers)
  await page.getByRole('button', { name: SIGN_IN }).click()
  await expect(page.getByRole('alert')).toContainText('This passkey was not accepted')

  await authenticator.clear()
  await authenticator.add(administrator.passkey())
  await page.getByRole('button', { name: SIGN_IN }).click()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
})

test('behavior: a session that ends during a form is renewed in place, and all input stays', async ({
  admin: { page, context },
}) => {
  await page.goto('/api-keys/new')
  await page.getByLabel('Name', { exact: true }).fill('Written before the session ended')
  await page.getByRole('checkbox', { name: /^wallet:read/ }).check()
  await page.getByLabel('Expiry').selectOption('30')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Issue key' }).click()

  const dialog = page.getByRole('dialog', { name: 'Confirm with your passkey' })
  await expect(dialog).toContainText('Nothing on this page is lost')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('alert')).toContainText('You are signed out')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Written before the session ended')
  await expect(page.getByRole('checkbox', { name: /^wallet:read/ })).toBeChecked()
  await expect(page.getByLabel('Expiry')).toHaveValue('30')

  await page.getByRole('button', { name: 'Issue key' }).click()
  await dialog.getByRole('button', { name: SIGN_IN }).click()
  await expect(page.getByRole('dialog', { name: /Written before the session ended/ })).toBeVisible()
  await expect(dialog).toBeHidden()
})
