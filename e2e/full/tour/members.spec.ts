import { inviteOnPage, joinedPerson } from '#e2e/fixtures/join.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { show } from '#e2e/fixtures/tour.ts'

test.beforeEach(() => test.slow())

test('behavior: members, invitations and the own account are accessible, in both themes and at both widths', async ({
  stack,
  admin,
  visit,
  picture,
}) => {
  const { page } = admin
  await joinedPerson({ stack, admin, visit }, { role: 'Admin', name: 'Margaret Hamilton' })
  await inviteOnPage(page, 'Read-only', 'auditor@example.com')
  await expect(page.getByRole('button', { name: 'Revoke auditor@example.com' })).toBeVisible()
  await show(page, picture, 'members')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByLabel('Email').fill('not an address')
  await page.getByRole('button', { name: 'Create invitation' }).click()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await show(page, picture, 'members-invite')
  await page.getByLabel('Email').fill('')
  await page.getByRole('button', { name: 'Create invitation' }).click()
  await expect(page.locator('[data-secret]')).toBeVisible()
  const link = await page.locator('[data-secret]').innerText()
  await show(page, picture, 'members-link')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Manage Margaret Hamilton' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await show(page, picture, 'members-manage')

  await page.goto('/account')
  await expect(page.getByText('This browser')).toBeVisible()
  await show(page, picture, 'account')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await show(page, picture, 'account-add-passkey')

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  await page.getByRole('button', { name: /^Organization:/ }).click()
  await expect(page.getByRole('list', { name: 'Your organizations' })).toBeVisible()
  await show(page, picture, 'organization-switcher', { widths: [1440] })

  const guest = await visit({ baseURL: stack.url })
  await guest.page.goto(link)
  await expect(guest.page.getByLabel('Your name')).toBeVisible()
  await show(guest.page, picture, 'join')
  await guest.page.goto('/join')
  await expect(guest.page.getByText('The link is incomplete')).toBeVisible()
  await show(guest.page, picture, 'join-incomplete')
})
