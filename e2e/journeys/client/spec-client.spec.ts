import { getAddress } from 'viem'
import { readBalance } from '#e2e/fixtures/chain.ts'
import { drip } from '#e2e/fixtures/inbox.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import {
  call,
  createWallet,
  inTenMinutes,
  prepare,
  sign,
  type ClientWallet,
} from '#e2e/fixtures/spec-client.ts'
import type { Stack } from '#e2e/fixtures/stack.ts'

const RECIPIENT = getAddress('0x00000000000000000000000000000000beefcafe')

async function prepareAndSign(stack: Stack, wallet: ClientWallet, amount: string, expiration: bigint) {
  const { tokens } = await stack.sandbox()
  const prepared = await prepare(stack, wallet, 'erc20/transfer', {
    tokenAddress: tokens.erc20,
    to: RECIPIENT,
    amount,
  })
  expect(prepared.txObject).toMatchObject({
    functionSignature: 'transfer(address,uint256)',
    params: [RECIPIENT, amount],
  })
  return sign(stack, wallet, prepared, { expiration })
}

test('behavior: a client written from the specification alone moves tokens end to end', async ({ stack }) => {
  const wallet = await createWallet(stack, 'client@example.com')
  await drip(stack, wallet.address, '5000000')
  const before = await readBalance(stack, RECIPIENT)
  const request = await prepareAndSign(stack, wallet, '1250000', inTenMinutes())
  const executed = await call(stack, 'POST', '/transactions/execute', request)
  expect(executed).toMatchObject({ status: 200, content: { success: true } })
  expect(executed.content).not.toHaveProperty('status')
  await expect(async () => {
    expect((await readBalance(stack, RECIPIENT)) - before).toBe(1_250_000n)
  }).toPass({ timeout: 15_000 })
  expect(await readBalance(stack, wallet.address)).toBe(3_750_000n)
  expect(await call(stack, 'POST', '/transactions/execute', request)).toEqual(executed)
  expect(await readBalance(stack, wallet.address)).toBe(3_750_000n)
})

test('error: the same wallet is not created twice, and a key is required', async ({ stack }) => {
  const wallet = await createWallet(stack, 'twice@example.com')
  const again = await call(stack, 'POST', '/wallets', {
    ...wallet.key,
    verificationCode: wallet.verificationCode,
  })
  expect(again).toMatchObject({
    status: 400,
    content: { message: 'Wallet already deployed at this address' },
  })
  const refused = await call(stack, 'GET', '/wallets', undefined, 'pk_live_wrong')
  expect(refused).toMatchObject({ status: 401, content: { message: 'Invalid API key' } })
})

test('behavior: kill -9 midway loses no acknowledged wallet, balance or transaction', async ({ stack }) => {
  test.slow()
  const wallet = await createWallet(stack, 'kill@example.com')
  await drip(stack, wallet.address, '1000000')
  const executions = []
  for (let index = 0; index < 10; index++) {
    const request = await prepareAndSign(stack, wallet, '1000', inTenMinutes() + BigInt(index))
    executions.push(await call(stack, 'POST', '/transactions/execute', request))
  }
  await stack.kill()
  await stack.start()
  await expect(async () => {
    expect(await readBalance(stack, wallet.address)).toBe(990_000n)
  }).toPass({ timeout: 20_000 })
  const listed = await call(stack, 'GET', `/transactions?wallet=${wallet.address}`)
  expect(listed.content).toHaveLength(10)
  await expect(async () => {
    const answer = await call(stack, 'GET', `/transactions?wallet=${wallet.address}&status=CONFIRMED`)
    expect(answer.content).toHaveLength(10)
  }).toPass({ timeout: 20_000 })
  const wallets = await call(stack, 'GET', '/wallets')
  expect(JSON.stringify(wallets.content)).toContain(wallet.address)
})
