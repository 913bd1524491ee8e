import { expect } from '@playwright/test'
import { hashTypedData, type Hex } from 'viem'
import * as z from 'zod/mini'
import { codeFor } from '#e2e/fixtures/inbox.ts'
import type { Stack } from '#e2e/fixtures/stack.ts'
import { createSoftwarePasskey } from './software-passkey.ts'

const ZERO = '0x0000000000000000000000000000000000000000'
const hexSchema = z.templateLiteral(['0x', z.string()])
const preparedSchema = z.object({
  success: z.literal(true),
  toAddress: hexSchema,
  txObject: z.object({ functionSignature: z.string(), params: z.array(z.string()), data: hexSchema }),
})
export type Prepared = z.infer<typeof preparedSchema>
export type ClientWallet = Awaited<ReturnType<typeof createWallet>>

const EXECUTE_TYPES = {
  Execute: [
    { name: 'toAddress', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
    { name: 'expiration', type: 'uint256' },
    { name: 'fee', type: 'uint256' },
    { name: 'feeCoinAddress', type: 'address' },
    { name: 'feeWithdrawAddress', type: 'address' },
  ],
}

/** A client that somebody writes from the specification and the profile alone: plain fetch and JSON. */
export async function call(stack: Stack, method: string, path: string, body?: unknown, key?: string) {
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

type Owner = { label?: string; externalUserId?: string; externalUserLabel?: string }

/** The creation flow of the specification, its four steps. */
export async function createWallet(stack: Stack, email: string, owner: Owner = {}) {
  const passkey = createSoftwarePasskey('shop.localhost', stack.demoUrl)
  const key = { qx: passkey.qx, qy: passkey.qy, rpIdHash: passkey.rpIdHash }
  const predicted = await call(stack, 'POST', '/wallets/predict', key)
  expect(predicted).toMatchObject({ status: 200, content: { deployed: false } })
  expect(await call(stack, 'POST', '/wallets/request-email-verification', { email })).toMatchObject({
    status: 200,
    content: { success: true },
  })
  const verificationCode = await codeFor(stack, email)
  const created = await call(stack, 'POST', '/wallets', {
    ...key,
    label: 'By hand',
    ...owner,
    verificationCode,
    email,
  })
  expect(created.status).toBe(200)
  const address = z.object({ address: hexSchema }).parse(created.content).address
  expect(z.object({ address: z.string() }).parse(predicted.content).address).toBe(address)
  return { passkey, key, address, verificationCode }
}

/** Any prepare endpoint, such as `erc721/safe-transfer`; `walletAddress` is filled in. */
export async function prepare(
  stack: Stack,
  wallet: ClientWallet,
  path: string,
  fields: object,
): Promise<Prepared> {
  const answer = await call(stack, 'POST', `/tokens/${path}`, { walletAddress: wallet.address, ...fields })
  expect(answer.status, JSON.stringify(answer.content)).toBe(200)
  return preparedSchema.parse(answer.content)
}

/** Signs what was prepared by profile 3 and 4. `by`: in which of the two forms the call is sent. */
export async function sign(
  stack: Stack,
  wallet: ClientWallet,
  { toAddress, txObject }: Prepared,
  { expiration = inTenMinutes(), by = 'signature' }: { expiration?: bigint; by?: 'signature' | 'data' } = {},
) {
  const { chainId } = await stack.sandbox()
  const { functionSignature, params, data } = txObject
  const digest = hashTypedData({
    domain: { name: 'PasskeyWallet', version: '1', chainId, verifyingContract: wallet.address },
    primaryType: 'Execute',
    types: EXECUTE_TYPES,
    message: {
      toAddress,
      value: 0n,
      data,
      expiration,
      fee: 0n,
      feeCoinAddress: ZERO,
      feeWithdrawAddress: ZERO,
    },
  })
  return {
    walletAddress: wallet.address,
    toAddress,
    value: '0',
    ...(by === 'data' ? { data } : { functionSignature, params }),
    signature: wallet.passkey.signDigest(digest),
    expiration: String(expiration),
    fee: '0',
    feeCoinAddress: ZERO,
    feeWithdrawAddress: ZERO,
  }
}

/** Executes a signed request and polls `GET /transactions` until the chain has confirmed it (profile 8). */
export async function executeAndWait(stack: Stack, wallet: ClientWallet, request: object): Promise<Hex> {
  const executed = await call(stack, 'POST', '/transactions/execute', request)
  expect(executed, JSON.stringify(executed.content)).toMatchObject({
    status: 200,
    content: { success: true },
  })
  const { transactionHash } = z.object({ transactionHash: hexSchema }).parse(executed.content)
  await expect(async () => {
    const { content } = await call(stack, 'GET', `/transactions?wallet=${wallet.address}`)
    const found = z
      .array(z.looseObject({ transactionUuid: z.string(), transactionHash: z.optional(z.string()) }))
      .parse(content)
      .find((one) => one.transactionHash === transactionHash)
    const polled = await call(stack, 'GET', `/transactions/${found?.transactionUuid}`)
    expect(polled).toMatchObject({ status: 200, content: { status: 'CONFIRMED', transactionHash } })
  }).toPass({ timeout: 20_000 })
  return transactionHash
}

export function inTenMinutes(): bigint {
  return BigInt(Math.floor(Date.now() / 1000) + 600)
}
