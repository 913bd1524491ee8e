import fc from 'fast-check'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { flipped, hexBytes, randomAddress, uint256 } from '#protocol/testing/arbitraries.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { depth } from '#protocol/testing/tier.ts'
import { executeDigest, type ExecuteCall } from './execute-digest.ts'
import { bytesFromHex, hexFromBytes } from './hex.ts'
import { joinSignature, shortCoSignature, splitSignature } from './joined-signature.ts'
import { coSignatureDigest } from './message-digest.ts'
import { encodeExecuteCall } from './pack-execute.ts'
import { decodeExecuteCall } from './unpack-execute.ts'

const CHAIN_ID = 31_337
const passkey = createSoftwarePasskey('shop.example')
const { rpIdHash } = passkey

const calls: fc.Arbitrary<ExecuteCall> = fc.record({
  walletAddress: randomAddress,
  toAddress: randomAddress,
  value: fc.oneof(fc.constant(0n), uint256),
  data: hexBytes(0, 300),
  expiration: fc.oneof(fc.bigInt(0n, 0xff_ffff_ffffn), uint256),
  fee: fc.oneof(fc.constant(0n), uint256),
  feeCoinAddress: randomAddress,
  feeWithdrawAddress: randomAddress,
})

const decode = (call: ExecuteCall, calldata: Hex) =>
  decodeExecuteCall(bytesFromHex(calldata), { chainId: CHAIN_ID, address: call.walletAddress, rpIdHash })

function expectRead(call: ExecuteCall, signature: Hex) {
  const decoded = decode(call, encodeExecuteCall(call, signature))
  const digest = executeDigest(CHAIN_ID, call)
  expect(decoded).toMatchObject({ digest, signature })
  expect(executeDigest(CHAIN_ID, decoded!.call)).toBe(digest)
}

describe('decodeExecuteCall', () => {
  test('behavior: any signed call, in the packed and in the long form → the call, its digest and its signature', () => {
    fc.assert(
      fc.property(calls, (call) => expectRead(call, passkey.sign(executeDigest(CHAIN_ID, call)))),
      { numRuns: 60 },
    )
  })

  test('behavior: any key number and co-signature, in both forms → the same signature', () => {
    const coSignatures = fc.oneof(fc.constant(undefined), hexBytes(1, 300))
    fc.assert(
      fc.property(calls, fc.nat({ max: 255 }), coSignatures, (call, number, coSignature) => {
        const tuple = passkey.sign(executeDigest(CHAIN_ID, call))
        // The packed form omits the number of the main key. With a co-signature, the long form states it.
        const keyNumber = number === 0 && coSignature === undefined ? undefined : number
        expectRead(call, joinSignature({ tuple, keyNumber, coSignature }))
      }),
      { numRuns: 60 },
    )
  })

  test('behavior: a co-signature of an approval wallet → its short form, encoded again to the same calldata', () => {
    const approver = createSoftwarePasskey('approve.example')
    for (const expiration of [1_900_000_000n, 2n ** 50n]) {
      const call = { ...fc.sample(calls, { seed: 7, numRuns: 1 })[0]!, expiration }
      const digest = executeDigest(CHAIN_ID, call)
      const tuple = passkey.sign(digest)
      const coSignature = approver.sign(coSignatureDigest(CHAIN_ID, call.toAddress, digest))
      const calldata = encodeExecuteCall(call, joinSignature({ tuple, keyNumber: 3, coSignature }))
      const signature = decode(call, calldata)?.signature ?? '0x'
      expect(splitSignature(signature)).toEqual({
        tuple,
        keyNumber: 3,
        coSignature: shortCoSignature(coSignature),
      })
      expect(encodeExecuteCall(call, signature)).toBe(calldata)
    }
  })

  test('error: any bytes → undefined or a call, never an exception', () => {
    const [call] = fc.sample(fc.tuple(calls), { seed: 7, numRuns: 1 })[0]!
    const wallet = { chainId: CHAIN_ID, address: call.walletAddress, rpIdHash }
    const tuple = passkey.sign(executeDigest(CHAIN_ID, call))
    const signature = joinSignature({ tuple, keyNumber: 2, coSignature: `0x${'c1'.repeat(65)}` })
    const encoded = [1_900_000_000n, 2n ** 50n].map((expiration) =>
      bytesFromHex(encodeExecuteCall({ ...call, expiration }, signature)),
    )
    fc.assert(
      fc.property(fc.constantFrom(...encoded).chain(flipped), fc.nat({ max: 3_000 }), (bytes, length) => {
        for (const one of [bytes, bytes.subarray(0, length)])
          expect(() => decodeExecuteCall(one, wallet)).not.toThrow()
      }),
      { numRuns: depth({ usual: 200, full: 2_000 }) },
    )
  })

  test.each([16, 32, 128, 255])('error: unknown parts (%i) → undefined', (parts) => {
    const [call] = fc.sample(fc.tuple(calls), { seed: 7, numRuns: 1 })[0]!
    const signed = { ...call, expiration: 1_900_000_000n }
    const calldata = bytesFromHex(encodeExecuteCall(signed, passkey.sign(executeDigest(CHAIN_ID, signed))))
    calldata[98] = parts
    expect(decode(call, hexFromBytes(calldata))).toBeUndefined()
  })

  test('behavior: reads clientDataJSON in another order', () => {
    const [call] = fc.sample(fc.tuple(calls), { seed: 7, numRuns: 1 })[0]!
    const digest = executeDigest(CHAIN_ID, call)
    for (const frame of [{ crossOrigin: true, topOrigin: 'https://host.example' }, {}])
      expectRead(call, passkey.sign(digest, frame))
  })

  test('error: bytes that submit nothing to a wallet → undefined', () => {
    const [call] = fc.sample(fc.tuple(calls), { seed: 7, numRuns: 1 })[0]!
    const calldata = bytesFromHex(encodeExecuteCall(call, passkey.sign(executeDigest(CHAIN_ID, call))))
    const cut = [0, 3, 4, 80, 101, 140].map((length) => hexFromBytes(calldata.subarray(0, length)))
    for (const bytes of [...cut, '0x', '0xa9059cbb'] as const) expect(decode(call, bytes)).toBeUndefined()
  })
})
