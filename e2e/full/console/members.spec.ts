import { joinedPerson } from '#e2e/fixtures/join.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { inspect } from '#e2e/fixtures/tour.ts'

test('error: a closed passkey prompt changes nothing, keeps the input, and the next attempt continues', async ({
  admin: { page, authenticator },
}) => {
  const email = uniqueEmail('kept')
  const invitations: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/invitations')) invitations.push('sent')
  })
  await page.goto('/members')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a member' })
  await dialog.getByRole('radio', { name: /^Admin/ }).check()
  await dialog.getByLabel('Email').fill(email)
  await authenticator.setVerified(false)
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Nothing was changed')
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await expect(dialog.getByRole('radio', { name: /^Admin/ })).toBeChecked()
  await authenticator.setVerified(true)
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  await expect(page.getByRole('dialog', { name: 'Invitation as Admin' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  // The two attempts sent three requests, because a request may be repeated once after a passkey prompt.
  expect(invitations).toHaveLength(3)
  await page.getByRole('link', { name: 'Wallets', exact: true }).click()
  await page.goBack()
  await page.goForward()
  await page.goBack()
  const row = page.getByRole('listitem').filter({ hasText: email })
  await row.getByRole('button', { name: /^Revoke/ }).click()
  await expect(row).toBeHidden()
  expect(invitations).toHaveLength(3)
})

test('behavior: a user creates an organization, and two tabs agree on the current one', async ({
  stack,
  admin,
  visit,
}) => {
  const name = `Acme ${Date.now() % 100_000}`
  const person = await joinedPerson({ stack, admin, visit }, { role: 'Owner', name: 'Katherine Johnson' })
  const { page, context } = person
  const second = await context.newPage()
  await second.goto('/wallets')
  await expect(second.getByRole('heading', { name: 'Wallets' })).toBeVisible()
  await page.bringToFront()
  await page.getByRole('button', { name: 'Organization: Demo. Switch' }).click()
  await page.getByRole('button', { name: 'New organization' }).click()
  const dialog = page.getByRole('dialog', { name: 'New organization' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create organization' }).click()
  const here = page.getByRole('button', { name: `Organization: ${name}. Switch` })
  await expect(here).toBeVisible()
  await expect(second.getByRole('button', { name: `Organization: ${name}. Switch` })).toBeVisible()
  await page.goto('/members')
  await expect(page.getByRole('row', { name: /Katherine Johnson/ })).toContainText('Owner')
  await expect(page.getByRole('row', { name: /Ada Lovelace/ })).toBeHidden()

  await here.click()
  await page.getByRole('list', { name: 'Your organizations' }).getByRole('button', { name: /^Demo/ }).click()
  await expect(page.getByRole('button', { name: 'Organization: Demo. Switch' })).toBeVisible()
  await expect(second.getByRole('button', { name: 'Organization: Demo. Switch' })).toBeVisible()
  expect(await inspect(page)).toEqual([])

  await second.goto('/wallets')
  await expect(second.getByRole('heading', { name: 'Wallets' })).toBeVisible()
  // Signing out in one tab also signs out the second tab. After a sign-in, the second tab shows its page again.
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  await expect(second.getByRole('status').filter({ hasText: 'You are signed out' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(second.getByRole('heading', { name: 'Wallets' })).toBeVisible()
})
