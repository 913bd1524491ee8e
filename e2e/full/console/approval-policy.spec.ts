import { approvalLink, approveToEnd, enrolApprover, FRIEND } from '#e2e/fixtures/approver-steps.ts'
import { joinedPerson } from '#e2e/fixtures/join.ts'
import { newWallet, uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { reviewSend } from '#e2e/fixtures/send-steps.ts'
import { inspect } from '#e2e/fixtures/tour.ts'
import { locateWidget } from '#e2e/fixtures/widget-steps.ts'

test('behavior: a payment above a policy’s amount waits for another administrator, who picks the number', async ({
  stack,
  admin,
  visit,
}) => {
  test.slow()
  const { page } = admin
  const email = uniqueEmail('second')
  const wallet = await newWallet(stack, admin, { label: 'Treasury', coins: '9000000' })
  await joinedPerson({ stack, admin, visit }, { role: 'Admin', name: 'Vera Second' })

  await page.goto('/policies')
  await page.getByRole('button', { name: 'New policy' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Two see it')
  await dialog.getByLabel('Approval over an amount').check()
  await dialog.getByLabel('Over', { exact: true }).fill('1')
  await dialog.getByLabel('Wallet', { exact: false }).last().fill(wallet.address)
  await dialog.getByRole('button', { name: 'Create policy' }).click()
  await expect(dialog.getByText('Choose at least one approver.')).toBeVisible()
  await dialog.getByLabel('Vera Second').fill(email)
  expect(await inspect(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create policy' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row', { name: /Two see it/ })
  await expect(row).toContainText('Blocked until an approver has enrolled')

  const { page: app } = await visit()
  await app.goto(await approvalLink(stack, email, 'invite'))
  await expect(app.getByRole('heading', { name: 'Approve payments' })).toBeVisible()
  await enrolApprover(app, stack, email)
  await expect(row).toContainText('Approvers enrolled: 1 of 1')

  await page.goto(`/wallets/${wallet.address}/send`)
  await reviewSend(page, FRIEND, '2')
  await locateWidget(page).getByRole('button', { name: 'Confirm with passkey' }).click()
  await expect(
    locateWidget(page).getByRole('heading', { name: 'Waiting for an administrator' }),
  ).toBeVisible()
  const shown = locateWidget(page).getByRole('heading', { name: /^[0-9]{2}$/ })
  await expect(locateWidget(page).getByText('Open the approval app')).toBeHidden()
  expect(await inspect(page)).toEqual([])
  const number = await shown.innerText()

  await app.goto(await approvalLink(stack, email, 'transaction'))
  await expect(app.getByText('Which number does the person who signed see?')).toBeVisible()
  await expect(app.getByRole('button', { name: 'I did not request this' })).toBeHidden()
  expect(await inspect(app)).toEqual([])
  await approveToEnd(app, number)
  await expect(locateWidget(page).getByRole('heading', { name: 'Confirmed' })).toBeVisible()
  await page.getByRole('link', { name: 'Open the transaction' }).click()
  await expect(page.getByText('Approved by an administrator')).toBeVisible()
})
