import { encodeFunctionData, type Address, type Hex } from 'viem'
import * as z from 'zod/mini'
import { demoCoinAbi } from '#protocol/abi/demo-coin.ts'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { executeRequestSchema } from '#protocol/execute-transaction.ts'
import { resolveCalldata } from '#protocol/signing/calldata.ts'
import { executeDigest, type ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import {
  createSoftwarePasskey,
  type AssertionChanges,
  type SoftwarePasskey,
} from '#protocol/testing/software-passkey.ts'
import type { Answer, TestService, TestOrganization } from './test-service.ts'

export type TestWallet = {
  address: Address
  passkey: SoftwarePasskey
  organization: TestOrganization
  email: string
}

/** The fields of a predict or create request that name a passkey. */
export function toKeyFields(passkey: SoftwarePasskey): { qx: string; qy: string; rpIdHash: string } {
  return { qx: passkey.qxHex, qy: passkey.qyHex, rpIdHash: passkey.rpIdHash }
}

/** Requests a code and then a wallet for a new passkey. `fields` are additional fields of the request. */
export async function requestWallet(
  world: TestService,
  fields: { email?: string } & Record<string, unknown> = {},
  organization = world.demo,
): Promise<TestWallet & { answer: Answer; body: object }> {
  const passkey = createSoftwarePasskey(organization.domain)
  const email = fields.email ?? `user-${passkey.qxHex.slice(0, 16)}@example.com`
  const verificationCode = await world.requestCode(email, organization)
  const body = { ...toKeyFields(passkey), verificationCode, ...fields, email }
  const answer = await world.call('POST', '/v1/baas/wallets', { key: organization.key, body })
  const address = walletAddress({ factory: world.ctx.chain.factory, ...passkey })
  return { address, passkey, organization, email, answer, body }
}

/**
 * The fields of an execute request that a test sets. By default, the request is a transfer of nothing without a fee.
 */
export type ExecuteFields = {
  toAddress?: string
  value?: string
  functionSignature?: string
  params?: string[]
  data?: Hex
  expiration?: string
  fee?: string
  feeCoinAddress?: string
  feeWithdrawAddress?: string
}

/** A transfer of demo coins as the fields of an execute request. */
export function coinTransfer(to: Address, amount: bigint): { data: Hex } {
  return { data: encodeFunctionData({ abi: demoCoinAbi, functionName: 'transfer', args: [to, amount] }) }
}

/** The body of an execute request, signed as a browser signs it, or with the errors that a test wants. */
export function signedRequest(
  chainId: number,
  { address, passkey }: Pick<TestWallet, 'address' | 'passkey'>,
  fields: ExecuteFields & { toAddress: string; expiration: string },
  changes?: AssertionChanges,
) {
  const request = {
    walletAddress: address,
    value: '0',
    fee: '0',
    feeCoinAddress: ZERO_ADDRESS,
    feeWithdrawAddress: ZERO_ADDRESS,
    ...fields,
  }
  const digest = executeDigest(chainId, {
    walletAddress: address,
    toAddress: asAddress(request.toAddress),
    value: BigInt(request.value),
    data: resolveCalldata(fields),
    expiration: BigInt(request.expiration),
    fee: BigInt(request.fee),
    feeCoinAddress: asAddress(request.feeCoinAddress),
    feeWithdrawAddress: asAddress(request.feeWithdrawAddress),
  })
  return { ...request, signature: passkey.sign(digest, changes) }
}

/** The expiration of an execute request, in some seconds from now. */
export function expirationIn(seconds: number, now = new Date()): string {
  return String(Math.floor(now.getTime() / 1_000) + seconds)
}

function asAddress(text: string): Address {
  return `0x${text.slice(2)}`
}

/** The call and the signature in a request's body. */
export function readSignedCall(body: object): { call: ExecuteCall; signature: Hex } {
  const request = z.parse(executeRequestSchema, body)
  const address = (text: string): Hex => `0x${text.slice(2)}`
  return {
    call: {
      walletAddress: address(request.walletAddress),
      toAddress: address(request.toAddress),
      value: BigInt(request.value),
      data: resolveCalldata(request),
      expiration: BigInt(request.expiration),
      fee: BigInt(request.fee),
      feeCoinAddress: address(request.feeCoinAddress),
      feeWithdrawAddress: address(request.feeWithdrawAddress),
    },
    signature: address(request.signature),
  }
}
