import { confirmByName } from '#e2e/fixtures/console-pages.ts'
import { mailsTo } from '#e2e/fixtures/inbox.ts'
import { inviteOnPage, joinByLink } from '#e2e/fixtures/join.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { inspect } from '#e2e/fixtures/tour.ts'

test('behavior: a member is invited by mail, joins with a new passkey, is given another role, and is removed', async ({
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

  // The link has already been used.
  const late = await visit({ baseURL: stack.url })
  await late.page.goto(link)
  await expect(late.page.getByRole('alert')).toContainText('This invitation is no longer valid')

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
  const confirm = await confirmByName(members, 'Remove this member?', 'Grace Hopper', 'Remove member')
  await expect(confirm).toBeHidden()
  await expect(members.getByRole('row', { name: /Grace Hopper/ })).toBeHidden()
  // The removed member leaves the page automatically, with nothing readable behind.
  await expect(page.getByRole('status').filter({ hasText: 'You are signed out' })).toBeVisible()
})
