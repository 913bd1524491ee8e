import { forgive } from '#e2e/fixtures/complaints.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { countRequests, loseAnswer } from '#e2e/fixtures/proxy.ts'
import { confirmEmail, openNewWallet, requestCode, locateWidget } from '#e2e/fixtures/widget-steps.ts'

test('behavior: a reload midway continues with the passkey that was created before it', async ({
  stack,
  admin: { page, authenticator },
}) => {
  const widget = locateWidget(page)
  const before = (await authenticator.credentials()).length
  const email = uniqueEmail('reload')
  await openNewWallet(page)
  const first = await confirmEmail(page, stack, email)
  // The prediction's response never arrives: the passkey already exists, the wallet does not.
  await page.route('**/api/widget/wallets/predict', () => {}, { times: 1 })
  const asked = page.waitForRequest('**/api/widget/wallets/predict')
  await widget.getByRole('button', { name: 'Create passkey' }).click()
  await asked
  await page.reload()
  await page.getByRole('button', { name: 'Continue' }).click()
  await confirmEmail(page, stack, email, first)
  await expect(widget.getByRole('heading', { name: 'Continue with your passkey' })).toBeVisible()
  await widget.getByRole('button', { name: 'Use my passkey' }).click()
  await expect(widget.getByRole('heading', { name: 'Your wallet is ready' })).toBeVisible()
  expect(await authenticator.credentials()).toHaveLength(before + 1)
})

test('behavior: if the response to the creation is lost, the wallet is found and not created twice', async ({
  stack,
  admin: { page },
  complaints,
}) => {
  const widget = locateWidget(page)
  const email = uniqueEmail('lost-answer')
  await openNewWallet(page)
  await widget.getByLabel('Name of the wallet').fill('Found again')
  await confirmEmail(page, stack, email)
  const creations = countRequests(page, 'POST', '/widget/wallets')
  await loseAnswer(page, '/wallets')
  await widget.getByRole('button', { name: 'Create passkey' }).click()
  await expect(widget.getByRole('heading', { name: 'Your wallet is ready' })).toBeVisible()
  await expect(widget).toContainText('Found again')
  expect(creations()).toBe(1)
  await page.getByRole('link', { name: 'Open the wallet' }).click()
  await expect(page.getByRole('heading', { name: 'Found again' })).toBeVisible()
  forgive(complaints, /ERR_CONNECTION_RESET/)
})

test('error: an invalid email and an incomplete code are reported at their fields, all input stays, and Cancel returns to the wallets', async ({
  stack,
  admin: { page },
}) => {
  const widget = locateWidget(page)
  const email = uniqueEmail('typo')
  await openNewWallet(page)
  const mails = countRequests(page, 'POST', '/widget/wallets/request-email-verification')
  await widget.getByLabel('Email').fill('name@example')
  await widget.getByLabel('Name of the wallet').fill('Savings')
  await widget.getByRole('button', { name: 'Send code' }).click()
  await expect(widget.getByLabel('Email')).toHaveAccessibleDescription(/Enter an email address such as/)
  await expect(widget.getByLabel('Email')).toHaveValue('name@example')
  await expect(widget.getByLabel('Name of the wallet')).toHaveValue('Savings')
  expect(mails()).toBe(0)

  await requestCode(page, stack, email)
  await widget.getByLabel('Code from the email').fill('12345')
  await widget.getByRole('button', { name: 'Continue' }).click()
  await expect(widget.getByLabel('Code from the email')).toHaveAccessibleDescription(
    'The code has six digits.',
  )
  await expect(widget.getByLabel('Code from the email')).toHaveValue('12345')
  await widget.getByRole('button', { name: 'Change email' }).click()
  await expect(widget.getByLabel('Email')).toHaveValue(email)
  await expect(widget.getByLabel('Name of the wallet')).toHaveValue('Savings')
  await widget.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/wallets')
  await expect(page.getByRole('heading', { name: 'Wallets', exact: true })).toBeVisible()
})
