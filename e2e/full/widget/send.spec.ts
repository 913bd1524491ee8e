import { fundedWallet } from '#e2e/fixtures/send-steps.ts'
import { balanceOf } from '#e2e/fixtures/chain.ts'
import { countRequests } from '#e2e/fixtures/proxy.ts'
import { expect, test } from '#e2e/fixtures/test.ts'
import { confirmTransfer, fillTransfer, reviewTransfer, widgetOf } from '#e2e/fixtures/widget-steps.ts'

const RECIPIENT = '0x27b1fdb04752bbc536007a920d24acb045561c26'

test('behavior: a reload right after sending loses nothing: the wallet shows the transfer to its end', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const wallet = await fundedWallet(stack, admin)
  await reviewTransfer(page, RECIPIENT, '4')
  const executed = page.waitForResponse('**/api/widget/transactions/execute')
  await widgetOf(page).getByRole('button', { name: 'Confirm with passkey' }).click()
  await executed
  await page.reload()
  await expect(widgetOf(page).getByRole('heading', { name: 'Confirmed' })).toBeVisible()
  await page.goto(`/wallets/${wallet.address}`)
  await expect(page.getByText('Send 4 DEMO')).toBeVisible()
  await expect(page.getByText('Confirmed')).toBeVisible()
  await expect(page.getByText('6 DEMO')).toBeVisible()
  expect(await balanceOf(stack, wallet.address)).toBe(6_000_000n)
})

test('error: every wrong entry of a transfer is told at its field, and nothing typed is lost', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  await fundedWallet(stack, admin)
  const to = widgetOf(page).getByLabel('To', { exact: true })
  const amount = widgetOf(page).getByLabel('Amount')
  const cases: [to: string, toProblem: RegExp, amount: string, amountProblem: RegExp][] = [
    ['', /Enter the recipient’s address/, '', /Enter an amount/],
    ['alice', /must be 0x and 40 digits/, '1,5', /with a point/],
    ['0x52908400098527886E0F7030069857d2E4169EE7', /has a mistake/, '0', /more than zero/],
    [`0x${'0'.repeat(40)}`, /is nobody/, '1.1234567', /at most 6 digits/],
    [RECIPIENT, /0x and 40 digits/, '10.000001', /The wallet holds 10 DEMO. Enter less/],
  ]
  for (const [typedTo, toProblem, typedAmount, amountProblem] of cases) {
    await fillTransfer(page, typedTo, typedAmount)
    await expect(amount).toHaveAccessibleDescription(amountProblem)
    await expect(to).toHaveAccessibleDescription(toProblem)
    await expect(to).toHaveValue(typedTo)
    await expect(amount).toHaveValue(typedAmount)
  }
  await widgetOf(page).getByRole('button', { name: 'Send all' }).click()
  await expect(amount).toHaveValue('10')
  await widgetOf(page).getByRole('button', { name: 'Review' }).click()
  await widgetOf(page).getByRole('button', { name: 'Back' }).click()
  await expect(to).toHaveValue(new RegExp(RECIPIENT, 'i'))
  await expect(amount).toHaveValue('10')
})

test('behavior: a widget session that is over is opened anew by the page, and the transfer goes on', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const wallet = await fundedWallet(stack, admin)
  const sessions = countRequests(page, 'POST', '/widget-session')
  await expect(widgetOf(page).getByRole('heading', { name: 'Send tokens' })).toBeVisible()
  const opened = sessions()
  await page.route(
    '**/api/widget/tokens/erc20/transfer',
    (route) =>
      route.fulfill({
        status: 401,
        json: {
          statusCode: 401,
          content: {
            code: 'WIDGET_TOKEN_EXPIRED',
            message: 'This widget session is over. Ask for a new one.',
          },
        },
      }),
    { times: 1 },
  )
  await reviewTransfer(page, RECIPIENT, '5')
  expect(sessions()).toBe(opened + 1)
  await confirmTransfer(page)
  expect(await balanceOf(stack, wallet.address)).toBe(5_000_000n)
})
