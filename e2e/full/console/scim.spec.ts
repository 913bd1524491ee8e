import { inviteOnPage, joinByLink } from '#e2e/fixtures/join.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { storeSecret } from '#e2e/fixtures/secret-dialog.ts'
import { show } from '#e2e/fixtures/tour.ts'

const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

test('behavior: an identity provider with the token of the settings removes a member, who is signed out', async ({
  stack,
  admin: { page },
  visit,
  playwright,
  picture,
}) => {
  test.slow()
  const email = uniqueEmail('grace')
  const link = await inviteOnPage(page, 'Read-only', email)
  const grace = await visit({ baseURL: stack.url })
  await joinByLink(grace.page, link, 'Grace')

  await page.goto('/settings')
  await page.getByRole('button', { name: 'Create token' }).press('Enter')
  const ask = page.getByRole('dialog', { name: 'Create a SCIM token' })
  await show(page, picture, 'scim-create')
  await ask.getByRole('button', { name: 'Create token' }).press('Enter')
  const token = await storeSecret(page, 'Your SCIM token')
  await expect(page.getByText(`${token.slice(0, 14)}…`)).toBeVisible()
  await show(page, picture, 'scim-token')

  const provider = await playwright.request.newContext({
    baseURL: stack.url,
    extraHTTPHeaders: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
  })
  const created = await provider.post('/scim/v2/Users', { data: { userName: email } })
  expect(created.status()).toBe(201)
  const { pathname } = new URL(created.headers()['location'] ?? '')
  const Operations = [{ op: 'Replace', path: 'active', value: 'False' }]
  const patched = await provider.patch(pathname, { data: { schemas: [PATCH_OP], Operations } })
  expect(patched.status()).toBe(200)
  await expect(
    grace.page.getByText('Your identity provider removed you from the organization.'),
  ).toBeVisible()

  await page.goto('/members')
  await expect(page.getByRole('table', { name: 'Members' }).getByText('Grace')).toBeHidden()
  await page.goto('/audit')
  const log = page.getByRole('list', { name: 'Audit log, newest first' })
  await expect(log.getByText('SCIM deactivated Grace').first()).toBeVisible()
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Revoke token' }).click()
  const revoke = page.getByRole('dialog', { name: 'Revoke the SCIM token?' })
  await revoke.getByRole('button', { name: 'Revoke token' }).click()
  await expect(page.getByRole('button', { name: 'Create token' })).toBeVisible()
  expect((await provider.get('/scim/v2/Users')).status()).toBe(401)
  await provider.dispose()
})
