import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { checksumAddress } from '#protocol/display/address.ts'
import { messageDigest } from './message-digest.ts'

const hex = z.templateLiteral(['0x', z.string()])
const vectors = z
  .array(z.object({ chainId: z.number(), walletAddress: z.string(), hash: hex, digest: hex }))
  .parse(
    JSON.parse(
      readFileSync(new URL('../../contracts/vectors/message-digests.json', import.meta.url), 'utf8'),
    ),
  )

test('behavior: the digest is that of the vectors, which the contract computes too', () => {
  expect(vectors).toHaveLength(16)
  for (const { chainId, walletAddress, hash, digest } of vectors)
    expect(messageDigest(chainId, checksumAddress(walletAddress), hash)).toBe(digest)
})

test.each(['0x', '0x00', `0x${'00'.repeat(33)}`] as const)('error: %s is no hash', (hash) => {
  expect(() => messageDigest(1, '0x1111111111111111111111111111111111111111', hash)).toThrow()
})
