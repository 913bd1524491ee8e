import { readFileSync } from 'node:fs'
import { hashTypedData, type Hex } from 'viem'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { checksumAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { coSignatureDigest, messageDigest } from './message-digest.ts'

const hex = z.templateLiteral(['0x', z.string()])
const vectors = z
  .array(z.object({ chainId: z.number(), walletAddress: z.string(), hash: hex, digest: hex }))
  .parse(
    JSON.parse(
      readFileSync(new URL('../../contracts/vectors/message-digests.json', import.meta.url), 'utf8'),
    ),
  )

test('behavior: the digest equals that of the vectors, which the contract computes too', () => {
  expect(vectors).toHaveLength(16)
  for (const { chainId, walletAddress, hash, digest } of vectors)
    expect(messageDigest(chainId, checksumAddress(walletAddress), hash)).toBe(digest)
})

test('behavior: with a co-signer, the digest equals that of the vectors', () => {
  const approved = z
    .array(z.object({ chainId: z.number(), walletAddress: hex, hash: hex, coSigner: hex, digest: hex }))
    .parse(
      JSON.parse(
        readFileSync(
          new URL('../../contracts/vectors/approved-message-digests.json', import.meta.url),
          'utf8',
        ),
      ),
    )
  expect(approved).toHaveLength(16)
  for (const { chainId, walletAddress, hash, coSigner, digest } of approved)
    expect(messageDigest(chainId, walletAddress, hash, coSigner)).toBe(digest)
})

test.each(['0x', '0x00', `0x${'00'.repeat(33)}`] as const)('error: refuses %s as a hash', (hash) => {
  expect(() => messageDigest(1, '0x1111111111111111111111111111111111111111', hash)).toThrow()
})

const WALLET = '0x1111111111111111111111111111111111111111'
const CO_SIGNER = '0x2222222222222222222222222222222222222222'
const HASH: Hex = `0x${'ab'.repeat(32)}`

test('behavior: the co-signer is part of the digest, and the zero address means no co-signer', () => {
  const digest = messageDigest(1, WALLET, HASH)
  expect(messageDigest(1, WALLET, HASH, ZERO_ADDRESS)).toBe(digest)
  expect(messageDigest(1, WALLET, HASH, CO_SIGNER)).toBe(
    hashTypedData({
      domain: { name: 'PasskeyWallet', version: '1', chainId: 1, verifyingContract: WALLET },
      types: {
        PasskeyWalletApprovedMessage: [
          { name: 'hash', type: 'bytes32' },
          { name: 'coSigner', type: 'address' },
        ],
      },
      primaryType: 'PasskeyWalletApprovedMessage',
      message: { hash: HASH, coSigner: CO_SIGNER },
    }),
  )
})

test('behavior: a co-signature signs the approval wallet’s own message', () => {
  expect(coSignatureDigest(1, CO_SIGNER, HASH)).toBe(messageDigest(1, CO_SIGNER, HASH))
})

test('error: refuses a co-signer that is no address', () => {
  expect(() => messageDigest(1, WALLET, HASH, '0x12')).toThrow(RangeError)
})
