import { expect, test } from '#e2e/fixtures/product-world.ts'

const SIGN_IN = 'Sign in with a passkey'

test('behavior: signing in leads to the requested page, and signing out leaves nothing of it', async ({
  stack,
  administrator,
  visit,
}) => {
  const { page, context } = await visit({ baseURL: stack.url, credentials: administrator.passkey() })
  await page.goto('/api-keys')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.getByRole('button', { name: SIGN_IN }).click()
  await expect(page).toHaveURL('/api-keys')
  await expect(page.getByRole('heading', { name: 'API keys' })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Console/ })).toBeVisible()
  const cookies = await context.cookies()
  expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict', path: '/' }])

  await page.getByRole('link', { name: 'Wallets', exact: true }).click()
  await expect(page).toHaveURL('/wallets')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: SIGN_IN })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: SIGN_IN })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Console/ })).toBeHidden()
  // The session has ended on the server, not only in this browser.
  await context.addCookies(cookies)
  expect((await context.request.get('/api/org/keys')).status()).toBe(401)
})
