import type { Page } from '@playwright/test'
import { approvalLink } from '#e2e/fixtures/approver-steps.ts'
import { enrolledCustomer, hold, readNumber, type Customer } from '#e2e/fixtures/held-calls.ts'
import { drip } from '#e2e/fixtures/inbox.ts'
import { choose, escape, expectFocusKept, press, tabTo, type } from '#e2e/fixtures/keyboard.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { createWallet } from '#e2e/fixtures/spec-client.ts'
import type { Stack } from '#e2e/fixtures/stack.ts'

/** Timeout for changes that arrive by polling: without live events, the console polls every 15 seconds. */
const BY_ITSELF = { timeout: 40_000 }

test('behavior: with the keyboard, the list of transactions is filtered, its columns chosen, exported, one opened and cancelled', async ({
  stack,
  admin: { page },
  visit,
}) => {
  test.slow()
  const customer = await enrolledCustomer(stack, () => visit(), 'Wanda Keys')
  await hold(stack, customer)
  await hold(stack, customer, { amount: '2500000' })
  await page.goto('/transactions')
  const rows = page.getByRole('table').locator('tbody tr')
  await type(page, page.getByRole('searchbox'), 'Wanda Keys')
  await expect(rows).toHaveCount(2)
  await choose(page, page.getByRole('combobox', { name: 'Status' }), 'Confirmed')
  await expect(page.getByText('No transaction found')).toBeVisible()
  await expectFocusKept(page)
  await choose(page, page.getByRole('combobox', { name: 'Status' }), 'Waiting for approval')
  await choose(page, page.getByLabel('Kind of call'), 'Transfers')
  await choose(page, page.getByRole('combobox', { name: 'Token', exact: true }), 'DEMO')
  await expect(rows).toHaveCount(2)

  const options = page.getByRole('button', { name: 'List options' })
  const menu = page.getByRole('group', { name: 'List options' })
  await press(page, options)
  await press(page, menu.getByLabel('Counterparty'), 'Space')
  await expect(page.getByRole('columnheader', { name: 'Counterparty' })).toBeHidden()
  await press(page, menu.getByRole('button', { name: 'Reset' }))
  await expect(page.getByRole('columnheader', { name: 'Counterparty' })).toBeVisible()
  await escape(page, menu, options)

  const saving = page.waitForEvent('download')
  await press(page, options)
  await press(page, menu.getByRole('button', { name: 'Export CSV' }))
  expect((await saving).suggestedFilename()).toMatch(/\.csv$/)

  await press(page, page.getByRole('link', { name: 'Waiting for approval', exact: true }))
  await expectFocusKept(page)
  await press(page, rows.getByRole('link', { name: 'Send 2.5 DEMO' }))
  await expect(page.getByRole('heading', { name: 'Send 2.5 DEMO' })).toBeFocused()
  const cancel = page.getByRole('button', { name: 'Cancel transaction' })
  const dialog = page.getByRole('dialog', { name: 'Cancel this transaction?' })
  await press(page, cancel)
  await escape(page, dialog, cancel)
  await page.keyboard.press('Enter')
  await press(page, dialog.getByRole('button', { name: 'Cancel transaction' }))
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible(BY_ITSELF)
  await expectFocusKept(page)
  await press(page, page.getByRole('link', { name: 'Transactions', exact: true }).last())
  await expectFocusKept(page)
})

/** A customer who has enrolled in the approval app with the mailed link, without a mouse. */
async function enrolByKeys(stack: Stack, app: Page, name: string): Promise<Customer> {
  const email = uniqueEmail('approver-keys')
  const wallet = await createWallet(stack, email, { externalUserId: email, externalUserLabel: name })
  await drip(stack, wallet.address, '25000000')
  await app.goto(await approvalLink(stack, email, 'invite'))
  await press(app, app.getByRole('button', { name: 'Create approval passkey' }))
  await expect(app.getByRole('heading', { name: 'Waiting for you' })).toBeVisible()
  await expectFocusKept(app)
  return { wallet, app, email, name }
}

test('behavior: with the keyboard, an end-user enrols, approves a held transaction by its number, declines one and reports one', async ({
  stack,
  visit,
}) => {
  test.slow()
  const { page: app, authenticator } = await visit()
  const customer = await enrolByKeys(stack, app, 'Kay Holder')
  const approved = await hold(stack, customer)
  await press(app, app.getByRole('link', { name: /Send 1\.5 DEMO/ }))
  await expect(app.getByRole('heading', { name: 'Send 1.5 DEMO' })).toBeVisible()
  await expectFocusKept(app)
  const number = app.getByRole('radio', { name: await readNumber(stack, approved) })
  await tabTo(app, app.getByRole('radio').first())
  for (let steps = 0; steps < 3 && !(await number.isChecked()); steps += 1)
    await app.keyboard.press(steps === 0 ? 'Space' : 'ArrowDown')
  await expect(number).toBeChecked()
  await authenticator.setVerified(false)
  await press(app, app.getByRole('button', { name: 'Approve', exact: true }))
  await expect(app.getByRole('alert')).toContainText('Nothing was changed')
  await expect(app.getByRole('button', { name: 'Approve', exact: true })).toBeFocused()
  await authenticator.setVerified(true)
  await press(app, app.getByRole('button', { name: 'Approve', exact: true }))
  await expect(app.getByRole('status').filter({ hasText: 'Confirmed' })).toBeVisible()
  await expectFocusKept(app)

  for (const [amount, answer] of [
    ['2500000', 'Decline'],
    ['3500000', 'I did not request this'],
  ] as const) {
    await press(app, app.getByRole('link', { name: 'Waiting', exact: true }))
    await hold(stack, customer, { amount })
    await press(app, app.getByRole('link', { name: new RegExp(`Send ${amount[0]}\\.5 DEMO`) }))
    await press(app, app.getByRole('button', { name: answer, exact: true }))
    await expect(app.getByRole('status').filter({ hasText: 'Declined' })).toBeVisible()
    await expectFocusKept(app)
  }
  await press(app, app.getByRole('button', { name: 'Notify me again' }))
  await expect(app.getByText(/No mail and no notifications about/)).toBeHidden()
  await expectFocusKept(app)
  await press(app, app.getByRole('link', { name: 'History' }))
  await expect(app.getByRole('link', { name: /Send 3\.5 DEMO/ })).toContainText('Not requested by you')
  await press(app, app.getByRole('link', { name: 'Settings' }))
  await press(app, app.getByRole('button', { name: 'Sign out', exact: true }))
  await expect(app.getByRole('button', { name: /sign in/i })).toBeVisible()
  await expectFocusKept(app)
  await press(app, app.getByRole('button', { name: /sign in/i }))
  await expect(app.getByRole('heading', { name: 'Settings' })).toBeVisible()
})
