import { attachAuthenticator } from '#e2e/fixtures/authenticator.ts'
import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect, signIn, test } from '#e2e/fixtures/test.ts'

const SIGN_IN = 'Sign in with a passkey'

test('behavior: signing in leads to the page that was wanted, and after signing out nothing of it is left', async ({
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

test('error: a closed prompt, and a passkey that nobody registered, are told, and the right one signs in', async ({
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

test('behavior: a session that ends in the middle of a form is renewed in place, and nothing typed is lost', async ({
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

test('behavior: signing out in another tab ends this tab’s session too, and it goes on where it was', async ({
  stack,
  administrator,
  visit,
}) => {
  const own = await visit({ baseURL: stack.url, credentials: administrator.passkey() })
  const { page, context, authenticator } = own
  await signIn(page)
  const wallet = await newWallet(stack, own, { label: 'Seen from two tabs' })
  await page.goto(`/wallets/${wallet.address}/send?form=widget`)
  await expect(page.getByRole('heading', { name: 'Send coins' })).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('0x52908400098527886E0F7030069857D2E4169EE7')
  await page.getByLabel('Amount').fill('1')

  const other = await context.newPage()
  await attachAuthenticator(other)
  await other.goto('/')
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(other.getByRole('button', { name: SIGN_IN })).toBeVisible()
  await other.close()

  // This tab heard of it: what was typed stays behind the dialog.
  await page.bringToFront()
  await authenticator.clear()
  await authenticator.add(administrator.passkey())
  await page
    .getByRole('dialog', { name: 'Confirm with your passkey' })
    .getByRole('button', { name: SIGN_IN })
    .click()
  // The widget's token has ended with the session: it asks for another one by itself.
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(/The wallet holds 0 DEMO/)
  await expect(page.getByLabel('To', { exact: true })).toHaveValue(
    '0x52908400098527886E0F7030069857D2E4169EE7',
  )
})
