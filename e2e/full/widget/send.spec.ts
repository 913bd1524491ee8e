import { expect, test } from '#e2e/fixtures/product-world.ts'
import { fundedWallet } from '#e2e/fixtures/send-steps.ts'
import { fillTransfer, locateWidget } from '#e2e/fixtures/widget-steps.ts'

const RECIPIENT = '0x27b1fdb04752bbc536007a920d24acb045561c26'

test('error: every wrong entry of a transfer is reported at its field, and all input stays', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  await fundedWallet(stack, admin)
  const to = locateWidget(page).getByLabel('To', { exact: true })
  const amount = locateWidget(page).getByLabel('Amount')
  const cases: [to: string, toProblem: RegExp, amount: string, amountProblem: RegExp][] = [
    ['', /Enter the recipient’s address/, '', /Enter an amount/],
    ['alice', /must be 0x and 40 digits/, '1,5', /such as 12.50/],
    ['0x52908400098527886E0F7030069857d2E4169EE7', /has a mistake/, '0', /more than zero/],
    [`0x${'0'.repeat(40)}`, /zero address/, '1.1234567', /at most 6/],
    [RECIPIENT, /Wallet address/, '10.000001', /The wallet holds 10 DEMO. Enter less/],
  ]
  for (const [typedTo, toProblem, typedAmount, amountProblem] of cases) {
    await fillTransfer(page, typedTo, typedAmount)
    await expect(amount).toHaveAccessibleDescription(amountProblem)
    await expect(to).toHaveAccessibleDescription(toProblem)
    await expect(to).toHaveValue(typedTo)
    await expect(amount).toHaveValue(typedAmount)
  }
  await locateWidget(page).getByRole('button', { name: 'Send all' }).click()
  await expect(amount).toHaveValue('10')
  await locateWidget(page).getByRole('button', { name: 'Review' }).click()
  await locateWidget(page).getByRole('button', { name: 'Back' }).click()
  await expect(to).toHaveValue(new RegExp(RECIPIENT, 'i'))
  await expect(amount).toHaveValue('10')
})
