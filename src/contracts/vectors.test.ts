import { readFileSync } from 'node:fs'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { vectorFiles, vectorText } from '#contracts/testing/generate-vectors.ts'
import { checkAssertion } from '#protocol/passkey/verify-assertion.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { encodeExecuteCall } from '#protocol/signing/pack-execute.ts'
import { decodeSignature } from '#protocol/signing/signature.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { verifyP256 } from '#protocol/testing/p256.ts'

/** The vectors that forge reads (`test/PasskeyWallet/Vectors.t.sol` and others), judged by the TypeScript code. */

const hex = z.templateLiteral(['0x', z.string()])
const whole = z.pipe(
  z.string(),
  z.transform((text: string) => BigInt(text)),
)
const callSchema = z.object({
  name: z.string(),
  walletAddress: hex,
  toAddress: hex,
  value: whole,
  data: hex,
  expiration: whole,
  fee: whole,
  feeCoinAddress: hex,
  feeWithdrawAddress: hex,
  digest: hex,
})
const digestSchema = z.array(z.extend(callSchema, { chainId: z.number() }))
const signedSchema = z.array(
  z.extend(callSchema, {
    qx: whole,
    qy: whole,
    rpIdHash: hex,
    signature: hex,
    calldata: hex,
    verdict: z.string(),
  }),
)
const addressSchema = z.array(z.object({ factory: hex, qx: whole, qy: whole, rpIdHash: hex, address: hex }))

/** The contract's verdict, and the verdict of `checkAssertion` on the same assertion. */
const REASONS: Record<string, string[]> = {
  WrongRelyingParty: ['rp-id-hash'],
  UserNotPresent: ['user-not-present'],
  UserNotVerified: ['user-not-verified'],
  WrongClientData: ['type', 'challenge', 'indexes', 'client-data'],
  WrongSignature: ['r-range', 's-range', 'high-s', 'p256'],
}

describe('vectors of the contracts', () => {
  test.each([...vectorFiles()])('behavior: %s matches the generator’s output', (file, cases) => {
    expect(readText(file)).toBe(vectorText(cases))
  })

  test('behavior: digests of calls', () => {
    for (const { name, chainId, digest, ...call } of digestSchema.parse(
      readVectors('execute-digests.json'),
    )) {
      expect(executeDigest(chainId, call), name).toBe(digest)
    }
  })

  test('behavior: addresses of wallets', () => {
    for (const { address, ...wallet } of addressSchema.parse(readVectors('wallet-addresses.json'))) {
      expect(walletAddress(wallet)).toBe(address)
    }
  })

  test('behavior: signed calls get the contract’s verdict', () => {
    for (const vector of signedSchema.parse(readVectors('execute-calls.json'))) {
      const verdict = verdictOf(vector)
      if (vector.verdict === 'None') expect(verdict, vector.name).toBe('accepted')
      else expect(REASONS[vector.verdict], vector.name).toContain(verdict)
    }
  })

  test('behavior: signed calls have the file’s calldata', () => {
    for (const vector of signedSchema.parse(readVectors('execute-calls.json'))) {
      expect(encodeExecuteCall(vector, vector.signature), vector.name).toBe(vector.calldata)
    }
  })
})

function verdictOf(vector: { qx: bigint; qy: bigint; rpIdHash: Hex; digest: Hex; signature: Hex }): string {
  const { digest, rpIdHash } = vector
  const check = checkAssertion({ digest, signature: decodeSignature(vector.signature), rpIdHash })
  if (!check.ok) return check.reason
  return verifyP256({ x: vector.qx, y: vector.qy }, check.signedBytes, check.rs) ? 'accepted' : 'p256'
}

function readVectors(file: string): unknown {
  return JSON.parse(readText(file))
}

function readText(file: string): string {
  return readFileSync(new URL(`vectors/${file}`, import.meta.url), 'utf8')
}
