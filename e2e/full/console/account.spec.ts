import { joinedPerson } from '#e2e/fixtures/join.ts'
import { expect, signIn, test } from '#e2e/fixtures/product-world.ts'
import { inspect } from '#e2e/fixtures/tour.ts'

test('behavior: a second passkey is added on another device, renamed and removed; the last one cannot be removed', async ({
  stack,
  admin,
  visit,
}) => {
  const person = await joinedPerson({ stack, admin, visit }, { role: 'Read-only', name: 'Annie Easley' })
  const { page, authenticator } = person
  await page.getByRole('link', { name: 'Annie Easley' }).click()
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
  await expect(page.getByText('Your only passkey is on one device')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove/ })).toBeHidden()
  expect(await inspect(page)).toEqual([])

  // This device already has a passkey of the account.
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill('Security key')
  await dialog.getByRole('button', { name: 'Add passkey' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This device already has a passkey')
  await expect(dialog.getByLabel('Name')).toHaveValue('Security key')

  // Replaces the device by an empty one when the new passkey is created.
  await page.route('**/api/account/passkeys/options', async (route) => {
    const response = await route.fetch()
    if (response.ok()) await authenticator.clear()
    await route.fulfill({ response })
  })
  await dialog.getByRole('button', { name: 'Add passkey' }).click()
  await expect(dialog).toBeHidden()
  await page.unroute('**/api/account/passkeys/options')
  await expect(page.getByText('Your only passkey is on one device')).toBeHidden()

  await page.getByRole('button', { name: 'Rename Security key' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename this passkey' })
  await rename.getByLabel('Name').fill('In the safe')
  await rename.getByRole('button', { name: 'Save' }).click()
  await expect(rename).toBeHidden()
  const others = page.getByRole('button', { name: /^Remove (?!In the safe)/ })
  await others.click()
  const confirm = page.getByRole('dialog', { name: 'Remove this passkey?' })
  const typed = await confirm.getByRole('textbox').getAttribute('id')
  const label = await page.locator(`label[for="${typed}"]`).innerText()
  await confirm.getByRole('textbox').fill(/“(.*)”/.exec(label)?.[1] ?? '')
  await confirm.getByRole('button', { name: 'Remove passkey' }).click()
  await expect(confirm).toBeHidden()
  await expect(page.getByRole('button', { name: 'Rename In the safe' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove/ })).toBeHidden()
})

test('behavior: sessions are listed with their browsers; one of them is ended, then all', async ({
  stack,
  admin,
  visit,
}) => {
  const person = await joinedPerson({ stack, admin, visit }, { role: 'Read-only', name: 'Mary Jackson' })
  const credentials = await person.authenticator.credentials()
  const other = await visit({
    baseURL: stack.url,
    credentials: credentials.map((credential) => ({ ...credential, signCount: credential.signCount + 100 })),
  })
  await signIn(other.page)
  await person.page.goto('/account')
  await expect(person.page.getByText('This browser')).toBeVisible()
  const end = person.page.getByRole('button', { name: /^End .*Linux$/ })
  await expect(end).toHaveCount(1)
  await end.click()
  await expect(end).toBeHidden()
  // An ended session leaves nothing readable behind.
  await expect(other.page.getByRole('status').filter({ hasText: 'You are signed out' })).toBeVisible()

  await person.page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const dialog = person.page.getByRole('dialog', { name: 'Sign out everywhere?' })
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(person.page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
})
