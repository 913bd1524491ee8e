import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomAddress, uint256 } from '#protocol/testing/arbitraries.ts'
import { decodeArguments } from './abi-decode.ts'
import { encodeCall } from './calldata.ts'
import { decodeCoinTransfer, encodeCoinTransfer } from './coin-transfer.ts'
import { bytesFromHex } from './hex.ts'

const TYPES = ['address', 'uint256']

test('behavior: encodes the same bytes as the general encoder and reads them back', () => {
  fc.assert(
    fc.property(randomAddress, uint256, (to, amount) => {
      const data = encodeCoinTransfer(to, amount)
      expect(data).toBe(encodeCall('transfer(address,uint256)', [to, amount.toString()]))
      expect(decodeCoinTransfer(data)).toEqual([to, amount.toString()])
    }),
  )
})

test('behavior: reads changed bytes like the general decoder, or neither reads them', () => {
  const change = fc.record({ at: fc.nat(67), to: fc.nat(255), cut: fc.nat(3), more: fc.nat(3) })
  fc.assert(
    fc.property(randomAddress, uint256, change, (to, amount, { at, to: byte, cut, more }) => {
      const bytes = Buffer.from(encodeCoinTransfer(to, amount).slice(2), 'hex')
      bytes[at] = byte
      const changed = Buffer.concat([bytes.subarray(0, 68 - cut), Buffer.alloc(more)])
      const data = `0x${changed.toString('hex')}`
      const isTransfer = data.startsWith('0xa9059cbb')
      const general = isTransfer ? decodeArguments(TYPES, bytesFromHex(data).subarray(4)) : undefined
      expect(decodeCoinTransfer(data)).toEqual(general)
    }),
    { numRuns: 1000 },
  )
})

test('error: refuses an invalid address or uint256', () => {
  expect(() => encodeCoinTransfer('0x12', 1n)).toThrow(RangeError)
  expect(() => encodeCoinTransfer(`0x${'1'.repeat(40)}`, 2n ** 256n)).toThrow(/2\^256/)
})
