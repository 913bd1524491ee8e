import { mailsTo } from '#e2e/fixtures/inbox.ts'
import { inviteOnPage, joinByLink, joinedPerson } from '#e2e/fixtures/join.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/test.ts'
import { inspect } from '#e2e/fixtures/tour.ts'

test('behavior: somebody is invited by mail, joins with a passkey of their own, is given another role, and is removed', async ({
  stack,
  admin,
  visit,
}) => {
  const email = uniqueEmail('grace')
  const link = await inviteOnPage(admin.page, 'Operator', email)
  await expect(admin.page.getByRole('listitem').filter({ hasText: email })).toContainText('Operator')
  await expect
    .poll(async () => (await mailsTo(stack, email)).some(({ text }) => text.includes(link)))
    .toBe(true)

  const { page } = await visit({ baseURL: stack.url })
  await joinByLink(page, link, 'Grace Hopper')
  expect(page.url()).not.toContain('token')
  await page.goto('/members')
  await expect(page.getByRole('row', { name: /Grace Hopper.*You/ })).toContainText('Operator')
  await expect(page.getByText('For owners and admins')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Invite', exact: true })).toBeHidden()
  await expect(page.getByRole('button', { name: /^Manage/ })).toBeHidden()
  expect(await inspect(page)).toEqual([])

  // The link has been used.
  const late = await visit({ baseURL: stack.url })
  await late.page.goto(link)
  await expect(late.page.getByRole('alert')).toContainText('This invitation is not valid any more')

  const members = admin.page
  await members.reload()
  await members.getByRole('button', { name: 'Manage Grace Hopper' }).click()
  const dialog = members.getByRole('dialog', { name: 'Grace Hopper' })
  await dialog.getByRole('radio', { name: /^Read-only/ }).check()
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(dialog).toBeHidden()
  await expect(members.getByRole('row', { name: /Grace Hopper/ })).toContainText('Read-only')
  await page.reload()
  await expect(page.getByRole('row', { name: /Grace Hopper.*You/ })).toContainText('Read-only')

  await members.getByRole('button', { name: 'Manage Grace Hopper' }).click()
  await dialog.getByRole('button', { name: 'Remove from the organization' }).click()
  const confirm = members.getByRole('dialog', { name: 'Remove this member?' })
  await confirm.getByRole('textbox').fill('Grace Hopper')
  await confirm.getByRole('button', { name: 'Remove member' }).click()
  await expect(confirm).toBeHidden()
  await expect(members.getByRole('row', { name: /Grace Hopper/ })).toBeHidden()
  // Their page notices with the next thing that they do.
  await page.getByRole('link', { name: 'Wallets', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Confirm with your passkey' })).toBeVisible()
})

test('error: a closed passkey prompt changes nothing, keeps what was typed, and the next try goes on', async ({
  admin: { page, authenticator },
}) => {
  const email = uniqueEmail('kept')
  const invitations: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/invitations')) invitations.push('sent')
  })
  await page.goto('/members')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
  await dialog.getByRole('radio', { name: /^Admin/ }).check()
  await dialog.getByLabel('Email').fill(email)
  await authenticator.setVerified(false)
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  await expect(dialog.getByRole('alert')).toContainText('nothing was changed')
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await expect(dialog.getByRole('radio', { name: /^Admin/ })).toBeChecked()
  await authenticator.setVerified(true)
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  await expect(page.getByRole('dialog', { name: 'Invitation as Admin' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  // Each try asks once and is repeated at most once; going back and forth repeats nothing.
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

test('behavior: a person makes an organization, and two tabs agree on where they are', async ({
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

  // Signing out in one tab asks for the passkey in the other, and signing in there lets the first go on.
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  await expect(second.getByRole('dialog', { name: 'Confirm with your passkey' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(second.getByRole('dialog', { name: 'Confirm with your passkey' })).toBeHidden()
})
