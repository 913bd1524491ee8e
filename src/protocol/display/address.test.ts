import fc from 'fast-check'
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { randomAddress } from '#protocol/testing/arbitraries.ts'
import { checksumAddress, sameAddress } from './address.ts'

const MIXED = '0x52908400098527886E0F7030069857D2E4169EE7'

describe('checksumAddress', () => {
  test('behavior: equals viem, from any case', () => {
    fc.assert(
      fc.property(randomAddress, (address) => {
        expect(checksumAddress(address)).toBe(getAddress(address))
        expect(checksumAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(getAddress(address))
      }),
      { numRuns: 500 },
    )
  })

  test.each(['', '0x', MIXED.slice(0, -1), `${MIXED}0`, MIXED.slice(2), `0X${MIXED.slice(2)}`, `${MIXED}\n`])(
    'error: refuses %j',
    (text) => expect(() => checksumAddress(text)).toThrow(RangeError),
  )
})

describe('sameAddress', () => {
  test('behavior: ignores case, and an invalid address equals nothing', () => {
    expect(sameAddress(MIXED, MIXED.toLowerCase())).toBe(true)
    expect(sameAddress(MIXED, MIXED.replace('7', '8'))).toBe(false)
    expect(sameAddress('x', 'x')).toBe(false)
  })
})
