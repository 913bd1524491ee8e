import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { callService } from '#e2e/fixtures/service.ts'
import {
  confirmEmail,
  openNewWallet,
  readAddress,
  requestCode,
  locateWidget,
} from '#e2e/fixtures/widget-steps.ts'

test('error: a wrong code is requested again with all input kept, and the right one creates the wallet', async ({
  stack,
  admin: { page, authenticator },
}) => {
  const widget = locateWidget(page)
  const email = uniqueEmail('wrong-code')
  const before = (await authenticator.credentials()).length
  await openNewWallet(page)
  const code = await requestCode(page, stack, email)
  const wrong = code === '111111' ? '222222' : '111111'
  await widget.getByLabel('Code from the email').fill(wrong)
  await widget.getByRole('button', { name: 'Continue' }).click()

  const field = widget.getByLabel('Code from the email')
  await expect(field).toHaveAccessibleDescription(/That code is wrong or too old/)
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(wrong)
  await expect(widget).toContainText(email)
  expect(await authenticator.credentials()).toHaveLength(before)
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await expect(field).toHaveValue(code)
  await widget.getByRole('button', { name: 'Continue' }).click()
  await widget.getByRole('button', { name: 'Create passkey' }).click()
  await expect(widget.getByRole('heading', { name: 'Your wallet is ready' })).toBeVisible()
  expect(await authenticator.credentials()).toHaveLength(before + 1)
})

test('error: a closed passkey prompt says that nothing was signed, and the next attempt creates the wallet', async ({
  stack,
  admin: { page, authenticator },
}) => {
  const widget = locateWidget(page)
  const before = (await authenticator.credentials()).length
  await openNewWallet(page)
  await confirmEmail(page, stack, uniqueEmail('cancel'))
  await authenticator.setVerified(false)
  await widget.getByRole('button', { name: 'Create passkey' }).click()
  // The virtual device rejects the prompt without a user. The widget takes this for a closed prompt, or for one that
  // was never shown if the rejection comes at once.
  await expect(widget.getByRole('alert')).toContainText(/The passkey prompt was closed|refused at once/)
  await expect(widget.getByRole('heading', { name: 'Create your passkey' })).toBeVisible()
  expect(await authenticator.credentials()).toHaveLength(before)
  await authenticator.setVerified(true)
  await widget.getByRole('button', { name: 'Create passkey' }).click()
  await expect(widget.getByRole('heading', { name: 'Your wallet is ready' })).toBeVisible()
  const address = await readAddress(widget)
  expect(await callService(stack, 'GET', `/baas/wallets/${address}/balances`)).toMatchObject({ status: 200 })
})
