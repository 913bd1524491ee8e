import fc from 'fast-check'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { encodeBundle, type BundledCall } from './encode-bundle.ts'
import { readBundle } from './read-bundle.ts'

const hexOf = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
const call: fc.Arbitrary<BundledCall> = fc.record({
  to: fc.oneof(hexOf(20, 20), fc.constant<Hex>(`0x${'ab'.repeat(20)}`)),
  data: fc.oneof(hexOf(0, 40), hexOf(100, 100)),
  gasBound: fc.bigInt({ min: 0n, max: 1_000_000n }),
})

test('param: any encoded bundle → its calls in their order', () => {
  fc.assert(
    fc.property(fc.array(call, { minLength: 1, maxLength: 30 }), (calls) => {
      const { data, order } = encodeBundle(calls)
      expect(readBundle(data)).toEqual(
        order.map((index) => ({ to: calls[index]?.to, data: calls[index]?.data })),
      )
    }),
  )
})

test.each<[what: string, calldata: Hex]>([
  ['nothing', '0x'],
  ['an early end', '0x0101'],
  ['a group of none', '0x01000000000000000000000000000000000000000000000000000000000000'],
  ['a range beyond the template', `0x0101000001ffff0001${'00'.repeat(24)}00`],
])('error: %s → no call', (_what, calldata) => {
  expect(readBundle(calldata)).toEqual([])
})
