import fc from 'fast-check'
import { formatUnits as viemFormatUnits } from 'viem'
import { describe, expect, test } from 'vitest'
import { uint256 } from '#protocol/testing/arbitraries.ts'
import { catchError } from '#protocol/testing/outcome.ts'
import { formatUnits, groupDigits, MoneyError, parseUnits } from './money.ts'

const decimals = fc.oneof(fc.nat({ max: 36 }), fc.constantFrom(0, 6, 18, 77, 78, 255))

describe('formatUnits, parseUnits', () => {
  test('behavior: a formatted amount parses back to the exact integer', () => {
    fc.assert(
      fc.property(uint256, decimals, (units, places) => {
        expect(parseUnits(formatUnits(units, places), places)).toBe(units)
        expect(formatUnits(units.toString(), places)).toBe(formatUnits(units, places))
      }),
      { numRuns: 10_000 },
    )
  })

  test('behavior: equals viem’s formatUnits', () => {
    fc.assert(
      fc.property(uint256, decimals, fc.boolean(), (units, places, negative) => {
        const signed = negative ? -units : units
        expect(formatUnits(signed, places)).toBe(viemFormatUnits(signed, places))
      }),
    )
  })

  test.each([
    ['0', 6, '0'],
    ['1', 6, '0.000001'],
    ['1500000', 6, '1.5'],
    ['1000000', 6, '1'],
    ['10', 0, '10'],
    ['-1500000', 6, '-1.5'],
    ['1', 18, '0.000000000000000001'],
  ])('behavior: %s units of %i decimals are %s', (units, places, text) => {
    expect(formatUnits(units, places)).toBe(text)
  })

  test.each([
    ['1.5', 6, 1_500_000n],
    ['1.50', 6, 1_500_000n],
    ['0.000001', 6, 1n],
    ['007', 0, 7n],
    ['0', 18, 0n],
    ['115792089237316195423570985008687907853269984665640564039457584007913129639935', 0, 2n ** 256n - 1n],
  ])('behavior: parses %s with %i decimals', (text, places, units) => {
    expect(parseUnits(text, places)).toBe(units)
  })

  test.each([
    ['', 'format'],
    [' ', 'format'],
    [' 1', 'format'],
    ['1 ', 'format'],
    ['1\n', 'format'],
    ['.5', 'format'],
    ['5.', 'format'],
    ['1,5', 'format'],
    ['1,000', 'format'],
    ['1.2.3', 'format'],
    ['+1', 'format'],
    ['-1', 'format'],
    ['1e3', 'format'],
    ['0x1', 'format'],
    ['NaN', 'format'],
    ['Infinity', 'format'],
    ['١', 'format'],
    ['９', 'format'],
    ['9'.repeat(100_000), 'format'],
    ['0.0000001', 'decimals'],
    ['1.0000000', 'decimals'],
    ['115792089237316195423570985008687907853269984665640564039457584007913130', 'range'],
  ])('error: refuses %j', (text, code) => {
    expect(catchError(() => parseUnits(text, 6))).toMatchObject({ name: 'MoneyError', code })
  })

  test('error: reports a fraction of a coin without decimals', () => {
    expect(() => parseUnits('1.5', 0)).toThrow('must be a whole number')
    expect(() => parseUnits('1.1234567', 6)).toThrow('at most 6 decimals')
    expect(() => parseUnits((2n ** 256n).toString(), 0)).toThrow('below 2^256')
  })

  test.each([-1, 1.5, 256, Number.NaN])('error: refuses %d decimals', (places) => {
    expect(() => formatUnits(1n, places)).toThrow(MoneyError)
    expect(() => parseUnits('1', places)).toThrow(MoneyError)
  })

  test.each(['', '1.5', '0x1', '-0', '01', ' 1'])('error: %j is no amount in base units', (units) => {
    expect(() => formatUnits(units, 6)).toThrow(MoneyError)
  })
})

describe('groupDigits', () => {
  test.each([
    ['1', '1'],
    ['999', '999'],
    ['1000', '1,000'],
    ['1234567.1234567', '1,234,567.1234567'],
    ['-1234', '-1,234'],
    ['0.5', '0.5'],
  ])('behavior: %s becomes %s', (amount, grouped) => {
    expect(groupDigits(amount)).toBe(grouped)
  })

  test('behavior: uses the language’s own separators', () => {
    expect(groupDigits('1234567.5', { group: '.', decimal: ',' })).toBe('1.234.567,5')
    expect(groupDigits('1234567.5', { group: '$&', decimal: '·' })).toBe('1$&234$&567·5')
  })

  test('behavior: only adds separators', () => {
    fc.assert(
      fc.property(uint256, decimals, (units, places) => {
        const text = formatUnits(units, places)
        expect(groupDigits(text).replaceAll(',', '')).toBe(text)
      }),
    )
  })
})
