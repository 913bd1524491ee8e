import fc from 'fast-check'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { hexBytes, randomAddress, uint256 } from '#protocol/testing/arbitraries.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { executeDigest, type ExecuteCall } from './execute-digest.ts'
import { bytesFromHex, hexFromBytes } from './hex.ts'
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

  test('behavior: clientDataJSON in another order → read as well', () => {
    const [call] = fc.sample(fc.tuple(calls), { seed: 7, numRuns: 1 })[0]!
    const digest = executeDigest(CHAIN_ID, call)
    for (const frame of [{ crossOrigin: true, topOrigin: 'https://host.example' }, {}])
      expectRead(call, passkey.sign(digest, frame))
  })

  test('error: bytes that hand a wallet nothing → undefined', () => {
    const [call] = fc.sample(fc.tuple(calls), { seed: 7, numRuns: 1 })[0]!
    const calldata = bytesFromHex(encodeExecuteCall(call, passkey.sign(executeDigest(CHAIN_ID, call))))
    const cut = [0, 3, 4, 80, 101, 140].map((length) => hexFromBytes(calldata.subarray(0, length)))
    for (const bytes of [...cut, '0x', '0xa9059cbb'] as const) expect(decode(call, bytes)).toBeUndefined()
  })
})
