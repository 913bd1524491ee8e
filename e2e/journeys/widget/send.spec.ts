import { createPublicClient, http } from 'viem'
import { asAddress, readBalance } from '#e2e/fixtures/chain.ts'
import { forgive } from '#e2e/fixtures/complaints.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { countRequests, loseAnswer } from '#e2e/fixtures/proxy.ts'
import { fundedWallet } from '#e2e/fixtures/send-steps.ts'
import { confirmTransfer, readHash, reviewTransfer, locateWidget } from '#e2e/fixtures/widget-steps.ts'

const RECIPIENT = '0x27b1fdb04752bbc536007a920d24acb045561c26'

test('behavior: a confirmed transfer has moved exactly what was displayed, under the displayed hash', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const wallet = await fundedWallet(stack, admin)
  const before = await readBalance(stack, RECIPIENT)
  await reviewTransfer(page, RECIPIENT, '1.234567')
  const card = (await locateWidget(page).locator('[part=card]').innerText()).replaceAll(/\s/g, '')
  expect(card.toLowerCase()).toContain(RECIPIENT)
  expect(card).toContain('1.234567DEMO')
  const { chainId, rpcUrl } = await stack.sandbox()
  expect(card).toContain(`Chain${chainId}`)
  await confirmTransfer(page)
  expect((await readBalance(stack, RECIPIENT)) - before).toBe(1_234_567n)
  expect(await readBalance(stack, wallet.address)).toBe(8_765_433n)
  const client = createPublicClient({ transport: http(rpcUrl) })
  const receipt = await client.getTransactionReceipt({ hash: asAddress(await readHash(page)) })
  expect(receipt.status).toBe('success')
})

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
