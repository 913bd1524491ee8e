import { readBalance } from '#e2e/fixtures/chain.ts'
import { forgive } from '#e2e/fixtures/complaints.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { countRequests, loseAnswer } from '#e2e/fixtures/proxy.ts'
import { fundedWallet } from '#e2e/fixtures/send-steps.ts'
import { confirmTransfer, reviewTransfer, locateWidget } from '#e2e/fixtures/widget-steps.ts'

const RECIPIENT = '0x27b1fdb04752bbc536007a920d24acb045561c26'

test('error: a closed passkey prompt sends nothing and keeps the transfer, and the next attempt sends it once', async ({
  stack,
  admin,
}) => {
  const { page, authenticator } = admin
  const wallet = await fundedWallet(stack, admin)
  const executions = countRequests(page, 'POST', '/widget/transactions/execute')
  await reviewTransfer(page, RECIPIENT, '2')
  await authenticator.setVerified(false)
  await locateWidget(page).getByRole('button', { name: 'Confirm with passkey' }).click()
  await expect(locateWidget(page).getByRole('alert')).toContainText('Nothing was signed')
  await expect(locateWidget(page)).toContainText('2 DEMO')
  expect(executions()).toBe(0)
  await authenticator.setVerified(true)
  await confirmTransfer(page)
  expect(executions()).toBe(1)
  expect(await readBalance(stack, wallet.address)).toBe(8_000_000n)
})

test('behavior: if the response to the execution is lost, the transfer is found by its digest and sent once', async ({
  stack,
  admin,
  complaints,
}) => {
  const { page } = admin
  const wallet = await fundedWallet(stack, admin)
  const executions = countRequests(page, 'POST', '/widget/transactions/execute')
  await reviewTransfer(page, RECIPIENT, '3')
  await loseAnswer(page, '/transactions/execute')
  await locateWidget(page).getByRole('button', { name: 'Confirm with passkey' }).click()
  await expect(locateWidget(page).getByRole('heading', { name: 'Confirmed' })).toBeVisible()
  expect(executions()).toBe(1)
  expect(await readBalance(stack, wallet.address)).toBe(7_000_000n)
  forgive(complaints, /ERR_CONNECTION_RESET/)
})
