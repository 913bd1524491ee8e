import { getAddress, hashTypedData } from 'viem'
import { balanceOf } from '#e2e/fixtures/chain.ts'
import { codeFor, drip } from '#e2e/fixtures/inbox.ts'
import type { Stack } from '#e2e/fixtures/stack.ts'
import { expect, test } from '#e2e/fixtures/test.ts'
import * as z from 'zod/mini'
import { createSoftwarePasskey } from './software-passkey.ts'

const ZERO = '0x0000000000000000000000000000000000000000'
const RECIPIENT = getAddress('0x00000000000000000000000000000000beefcafe')
const hexSchema = z.templateLiteral(['0x', z.string()])

/** A client that somebody writes from the specification and the profile alone: plain fetch and JSON. */
async function call(stack: Stack, method: string, path: string, body?: unknown, key?: string) {
  const { baseUrl, apiKey } = await stack.sandbox()
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      'x-api-key': key ?? apiKey,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const envelope = z
    .object({
      statusCode: z.number(),
      content: z.union([z.looseObject({}), z.array(z.looseObject({}))]),
    })
    .parse(await answer.json())
  expect(envelope.statusCode).toBe(answer.status)
  return { status: answer.status, content: envelope.content }
}

async function createWallet(stack: Stack, email: string) {
  const passkey = createSoftwarePasskey('shop.localhost', stack.demoUrl)
  const key = { qx: passkey.qx, qy: passkey.qy, rpIdHash: passkey.rpIdHash }
  const predicted = await call(stack, 'POST', '/wallets/predict', key)
  expect(predicted).toMatchObject({ status: 200, content: { deployed: false } })
  expect(await call(stack, 'POST', '/wallets/request-email-verification', { email })).toMatchObject({
    status: 200,
    content: { success: true },
  })
  const verificationCode = await codeFor(stack, email)
  const created = await call(stack, 'POST', '/wallets', { ...key, label: 'By hand', verificationCode, email })
  expect(created.status).toBe(200)
  const address = z.object({ address: hexSchema }).parse(created.content).address
  expect(z.object({ address: z.string() }).parse(predicted.content).address).toBe(address)
  return { passkey, key, address, verificationCode }
}

async function prepareAndSign(
  stack: Stack,
  wallet: Awaited<ReturnType<typeof createWallet>>,
  amount: string,
  expiration: bigint,
) {
  const { tokens, chainId } = await stack.sandbox()
  const prepared = await call(stack, 'POST', '/tokens/erc20/transfer', {
    walletAddress: wallet.address,
    tokenAddress: tokens.erc20,
    to: RECIPIENT,
    amount,
  })
  expect(prepared).toMatchObject({
    status: 200,
    content: {
      success: true,
      txObject: { functionSignature: 'transfer(address,uint256)', params: [RECIPIENT, amount] },
    },
  })
  const content = z
    .object({
      toAddress: hexSchema,
      txObject: z.object({ data: hexSchema, functionSignature: z.string(), params: z.array(z.string()) }),
    })
    .parse(prepared.content)
  const digest = hashTypedData({
    domain: { name: 'PasskeyWallet', version: '1', chainId, verifyingContract: wallet.address },
    primaryType: 'Execute',
    types: {
      Execute: [
        { name: 'toAddress', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'data', type: 'bytes' },
        { name: 'expiration', type: 'uint256' },
        { name: 'fee', type: 'uint256' },
        { name: 'feeCoinAddress', type: 'address' },
        { name: 'feeWithdrawAddress', type: 'address' },
      ],
    },
    message: {
      toAddress: content.toAddress,
      value: 0n,
      data: content.txObject.data,
      expiration,
      fee: 0n,
      feeCoinAddress: ZERO,
      feeWithdrawAddress: ZERO,
    },
  })
  return {
    walletAddress: wallet.address,
    toAddress: content.toAddress,
    value: '0',
    functionSignature: content.txObject.functionSignature,
    params: content.txObject.params,
    signature: wallet.passkey.signDigest(digest),
    expiration: String(expiration),
    fee: '0',
    feeCoinAddress: ZERO,
    feeWithdrawAddress: ZERO,
  }
}

function inTenMinutes(): bigint {
  return BigInt(Math.floor(Date.now() / 1000) + 600)
}

test('behavior: a client written from the documents alone moves tokens from end to end', async ({
  stack,
}) => {
  const wallet = await createWallet(stack, 'client@example.com')
  await drip(stack, wallet.address, '5000000')
  const before = await balanceOf(stack, RECIPIENT)
  const request = await prepareAndSign(stack, wallet, '1250000', inTenMinutes())
  const executed = await call(stack, 'POST', '/transactions/execute', request)
  expect(executed).toMatchObject({ status: 200, content: { success: true } })
  expect(executed.content).not.toHaveProperty('status')
  await expect(async () => {
    expect((await balanceOf(stack, RECIPIENT)) - before).toBe(1_250_000n)
  }).toPass({ timeout: 15_000 })
  expect(await balanceOf(stack, wallet.address)).toBe(3_750_000n)
  expect(await call(stack, 'POST', '/transactions/execute', request)).toEqual(executed)
  expect(await balanceOf(stack, wallet.address)).toBe(3_750_000n)
})

test('error: the same wallet is not created twice, and a key is asked for', async ({ stack }) => {
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

test('behavior: kill -9 in the middle loses no wallet, balance or transaction that was answered', async ({
  stack,
}) => {
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
    expect(await balanceOf(stack, wallet.address)).toBe(990_000n)
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
