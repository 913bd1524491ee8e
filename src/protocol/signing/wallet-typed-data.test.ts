import { hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import { executeDigest } from './execute-digest.ts'
import { messageDigest } from './message-digest.ts'
import { approvedMessageTypedData, executeTypedData } from './wallet-typed-data.ts'

const WALLET = '0x00000000000000000000000000000000000000a1'
const OTHER = '0x00000000000000000000000000000000000000b2'
const CALL = {
  walletAddress: WALLET,
  toAddress: OTHER,
  value: 2n ** 255n,
  data: '0x12ab',
  expiration: 1_900_000_000n,
  fee: 7n,
  feeCoinAddress: OTHER,
  feeWithdrawAddress: WALLET,
} as const

test.each([
  ['a call with data', CALL],
  ['a call without data', { ...CALL, data: '0x', value: 0n } as const],
])('param: %s → typed data whose hash is the digest of the call', (_title, call) => {
  const typedData = executeTypedData(8453, call)
  expect(hashTypedData(typedData)).toBe(executeDigest(8453, call))
  // JSON has no big integers, so the remote signer reads the same values from the text.
  expect(JSON.parse(JSON.stringify(typedData))).toEqual(typedData)
})

test('param: a message of a wallet with a co-signer → typed data whose hash is its digest', () => {
  const hash = `0x${'4d'.repeat(32)}` as const
  const typedData = approvedMessageTypedData(1, { walletAddress: WALLET, hash, coSigner: OTHER })
  expect(hashTypedData(typedData)).toBe(messageDigest(1, WALLET, hash, OTHER))
})
