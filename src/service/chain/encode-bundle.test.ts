import fc from 'fast-check'
import { concatHex, numberToHex, slice, size, type Address, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { startGasChain } from '#contracts/testing/gas-chain.ts'
import { callBundleBytecode } from '#protocol/abi/call-bundle-bytecode.ts'
import { readBundle } from '#protocol/receipt/read-bundle.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { depth } from '#protocol/testing/tier.ts'
import { encodeBundle, readBundleLog, type BundledCall } from './encode-bundle.ts'

/** Maximum gas of a transaction (EIP-7825). */
const TRANSACTION_GAS_MAX = 16_777_216n
const chain = await forFile(startGasChain('osaka', { withGasLimit: true }))
const { contractAddress: bundle = '0x' } = await chain.send(undefined, callBundleBytecode)

const addressOf = (number: number): Address => numberToHex(0xa11c_e000 + number, { size: 20 })
/** Calls to seven targets with calldata of a few lengths. Some differ only in a few bytes. */
const bundled = fc
  .record({
    target: fc.nat({ max: 6 }),
    length: fc.constantFrom(0, 1, 4, 100, 249, 300, 1000),
    fill: fc.constantFrom(0, 0, 0x5a),
    changes: fc.array(fc.tuple(fc.nat({ max: 999 }), fc.nat({ max: 255 })), { maxLength: 12 }),
    gasBound: fc.constantFrom(60_000n, 60_001n, 100_000n),
  })
  .map(({ target, length, fill, changes, gasBound }): BundledCall => {
    const bytes = new Uint8Array(length).fill(fill)
    for (const [offset, byte] of changes) if (offset < length) bytes[offset] = byte
    return { to: addressOf(target), data: `0x${Buffer.from(bytes).toString('hex')}`, gasBound }
  })
const bundles = fc.array(bundled, { minLength: 1, maxLength: 40 })

const partsOf = (call: BundledCall | undefined) => call && { to: call.to, data: bytesFromHex(call.data) }

describe('encodeBundle', () => {
  test('behavior: decoding returns the calls in the stated order, and those of a target in their own order', () => {
    fc.assert(
      fc.property(bundles, (calls) => {
        const { data, order } = encodeBundle(calls)
        expect(readBundle(data)).toEqual(order.map((index) => partsOf(calls[index])))
        expect(order.toSorted((one, other) => one - other)).toEqual([...calls.keys()])
        for (const { to } of calls) {
          const own = order.filter((index) => calls[index]?.to === to)
          expect(own).toEqual(own.toSorted((one, other) => one - other))
        }
      }),
      { numRuns: depth({ usual: 200, full: 2_000 }) },
    )
  })

  test('error: truncated, extended and other calldata is not read as a bundle', () => {
    const { data } = encodeBundle([
      { to: addressOf(1), data: '0x010203', gasBound: 1n },
      { to: addressOf(2), data: '0x010204', gasBound: 1n },
      { to: addressOf(3), data: '0x', gasBound: 1n },
    ])
    expect(readBundle(data)).toHaveLength(3)
    for (let end = 0; end < size(data); end += 1) {
      expect(readBundle(`0x${data.slice(2, 2 + 2 * end)}`)).toEqual([])
    }
    expect(readBundle(`${data}00`)).toEqual([])
    // A transfer of an ERC-20.
    expect(readBundle(concatHex(['0xa9059cbb', numberToHex(1n, { size: 64 })]))).toEqual([])
  })

  test('behavior: the common bytes of calls with equal length are written once, and bytes that are cheaper to repeat are repeated', () => {
    const call = (to: Address, data: Hex): BundledCall => ({ to, data, gasBound: 0x1_0000n })
    const [one, other] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`] as const
    // The range covers the first to the last differing byte. Between the first two differing bytes are 3 equal bytes,
    // and before the last one 20.
    const data = (first: Hex, second: Hex, third: Hex) =>
      concatHex(['0xaaaaaaaa', first, '0xbbbbbb', second, `0x${'cc'.repeat(20)}`, third])
    const calls = [
      call(one, data('0x01', '0x02', '0x03')),
      call(one, data('0x04', '0x05', '0x06')),
      call(other, data('0x07', '0x08', '0x09')),
    ]
    const written = ['0x03', '0x03001e03', '0x00040014', '0x001c0005', '0x00350001']
    const template = [
      '0x00010000',
      `0x${'00'.repeat(20)}`,
      '0xaaaaaaaa',
      '0x0000000000',
      `0x${'cc'.repeat(20)}`,
      '0x00',
    ]
    const items = [
      one,
      '0x01bbbbbb02',
      '0x03',
      one,
      '0x04bbbbbb05',
      '0x06',
      other,
      '0x07bbbbbb08',
      '0x09',
    ] as const
    expect(encodeBundle(calls).data).toBe(
      `0x${[...written, ...template, ...items].map((part) => part.slice(2)).join('')}`,
    )
  })

  test('behavior: a short gap between two ranges is repeated, which joins them', () => {
    const rangesOf = (gap: number) => {
      const calls = [1, 2, 3, 4].map((byte): BundledCall => {
        const changing = numberToHex(byte, { size: 1 })
        return {
          to: addressOf(1),
          data: concatHex([changing, `0x${'00'.repeat(gap)}`, changing]),
          gasBound: 1n,
        }
      })
      return Number(slice(encodeBundle(calls).data, 4, 5))
    }
    expect(rangesOf(45)).toBe(1)
    expect(rangesOf(46)).toBe(2)
  })

  test('param: accepts 1 to 255 calls of at most 65,511 bytes, with gas bounds below 2^31', () => {
    const call: BundledCall = { to: addressOf(1), data: `0x${'01'.repeat(65_511)}`, gasBound: 2n ** 31n - 1n }
    const small: BundledCall = { ...call, data: '0x' }
    expect(readBundle(encodeBundle([call]).data)).toEqual([partsOf(call)])
    expect(readBundle(encodeBundle(Array.from({ length: 255 }, () => small)).data)).toHaveLength(255)
    const refused: BundledCall[][] = [
      [],
      Array.from({ length: 256 }, () => small),
      [{ ...call, data: `${call.data}01` }],
      [{ ...small, gasBound: 2n ** 31n }],
      [{ ...small, gasBound: -1n }],
      [{ ...small, to: '0x12' }],
    ]
    for (const calls of refused) expect(() => encodeBundle(calls)).toThrow(RangeError)
  })
})

describe('on a chain', () => {
  test('behavior: each call arrives byte for byte, in the stated order', async () => {
    // The code at each target logs its calldata.
    for (let number = 0; number < 7; number += 1) await chain.put(addressOf(number), '0x365f5f37365fa000')
    for (const calls of fc.sample(bundles, { numRuns: depth({ usual: 12, full: 100 }), seed: 18 })) {
      const { data, order, gasLimit } = encodeBundle(calls)
      const { logs } = await chain.send(bundle, data, gasLimit)
      const arrived = logs.slice(0, -1).map((log) => ({ to: log.address, data: log.data }))
      expect(arrived).toEqual(order.map((index) => ({ to: calls[index]?.to, data: calls[index]?.data })))
      const results = readBundleLog(logs.at(-1)?.data ?? '0x')
      expect(results.map(({ succeeded }) => succeeded)).toEqual(calls.map(() => true))
    }
  })

  test('behavior: with its gas limit each call gets its bound, even if all use it up, and the log has the gas used', async () => {
    // The code at the target jumps to its beginning forever.
    await chain.put(addressOf(9), '0x5b5f56')
    const lengths = [0, 1, 249, 300, 20_000]
    const calls = lengths.flatMap((length) =>
      [100_000n, 400_000n].map((gasBound): BundledCall => ({
        to: addressOf(9),
        data: `0x${'ab'.repeat(length)}`,
        gasBound,
      })),
    )
    const { data, order, gasLimit } = encodeBundle(calls)
    const { logs } = await chain.send(bundle, data, gasLimit)
    const results = readBundleLog(logs.at(-1)?.data ?? '0x')
    expect(results).toHaveLength(calls.length)
    for (const [position, { succeeded, gasUsed }] of results.entries()) {
      expect(succeeded).toBe(false)
      const overBound = gasUsed - (calls[order[position] ?? -1]?.gasBound ?? 0n)
      expect(overBound).toBeGreaterThanOrEqual(100n)
      expect(overBound).toBeLessThan(3_000n)
    }
  })

  test('behavior: a bundle may have the gas that EIP-7825 allows a transaction, and no more', async () => {
    const call: BundledCall = { to: addressOf(8), data: '0x01', gasBound: 50_000n }
    const { data } = encodeBundle(Array.from({ length: 255 }, () => call))
    const { logs } = await chain.send(bundle, data, TRANSACTION_GAS_MAX)
    expect(readBundleLog(logs.at(-1)?.data ?? '0x')).toHaveLength(255)
    await expect(chain.send(bundle, data, TRANSACTION_GAS_MAX + 1n)).rejects.toThrow()
  })
})

describe('readBundleLog', () => {
  test('behavior: has four bytes per call: whether it succeeded, and the gas it used', () => {
    expect(readBundleLog('0x8000000100000002ffffffff')).toEqual([
      { succeeded: true, gasUsed: 1n },
      { succeeded: false, gasUsed: 2n },
      { succeeded: true, gasUsed: 2n ** 31n - 1n },
    ])
    expect(readBundleLog('0x')).toEqual([])
  })

  test('error: rejects a log of another length', () => {
    for (const log of ['0x00', '0x8000000100'] as const) expect(() => readBundleLog(log)).toThrow(RangeError)
  })
})
