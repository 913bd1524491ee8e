import { createPublicClient, http } from 'viem'
import { asAddress, readBalance } from '#e2e/fixtures/chain.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
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
