import fc from 'fast-check'
import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { flipped, hexBytes, randomAddress, uint256 } from '#protocol/testing/arbitraries.ts'
import { depth } from '#protocol/testing/tier.ts'
import { bytesFromHex, hexFromBytes } from './hex.ts'
import { decodeExecuteBatch, encodeExecuteBatch } from './wallet-batch.ts'
import { EXECUTE_BATCH } from './wallet-functions.ts'

const abi = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
])
const batches = fc.array(fc.record({ to: randomAddress, value: uint256, data: hexBytes(0, 100) }), {
  maxLength: 6,
})

describe('encodeExecuteBatch, decodeExecuteBatch', () => {
  test('behavior: equals viem and reads back', () => {
    fc.assert(
      fc.property(batches, (calls) => {
        const encoded = encodeExecuteBatch(calls)
        expect(encoded).toBe(encodeFunctionData({ abi, args: [calls] }))
        expect(decodeExecuteBatch(bytesFromHex(encoded))).toEqual(calls)
      }),
      { numRuns: depth({ usual: 100, full: 500 }) },
    )
  })

  test('behavior: one flipped bit is refused or gives another batch', () => {
    fc.assert(
      fc.property(
        batches.chain((calls) =>
          flipped(bytesFromHex(encodeExecuteBatch(calls))).map((bytes) => ({ calls, bytes })),
        ),
        ({ calls, bytes }) => {
          const decoded = decodeExecuteBatch(bytes)
          if (decoded === undefined) return
          expect(decoded).not.toEqual(calls)
          expect(encodeExecuteBatch(decoded)).toBe(hexFromBytes(bytes))
        },
      ),
      { numRuns: depth({ usual: 200, full: 2_000 }) },
    )
  })

  test('error: does not read shortened, extended and huge batches', () => {
    const encoded = encodeExecuteBatch([{ to: `0x${'11'.repeat(20)}`, value: 1n, data: '0x0102' }])
    for (let length = 2; length < encoded.length; length += 2) {
      expect(decodeExecuteBatch(bytesFromHex(encoded.slice(0, length)))).toBeUndefined()
    }
    expect(decodeExecuteBatch(bytesFromHex(`${encoded}00`))).toBeUndefined()
    expect(
      decodeExecuteBatch(bytesFromHex(`0x34fcd5be${'00'.repeat(31)}20${'ff'.repeat(32)}`)),
    ).toBeUndefined()
  })

  test('error: a fault of the program is not mistaken for unreadable bytes', () => {
    class FaultyBytes extends Uint8Array {
      override subarray(start?: number, end?: number) {
        if (start === 4) throw new Error('a fault')
        return super.subarray(start, end)
      }
    }
    expect(() => decodeExecuteBatch(FaultyBytes.from(bytesFromHex(EXECUTE_BATCH)))).toThrow('a fault')
  })
})
