import { expect, test } from 'vitest'
import { shortAmount } from './display.ts'

test.each([
  [0n, 18, '0 ETH'],
  [1n, 18, '< 0.00000001 ETH'],
  [123_456_789_012_345_678n, 18, '0.12345678 ETH'],
  [1_500_000_000_000_000_000_000n, 18, '1,500 ETH'],
  [25n, 0, '25 ETH'],
])('param: %s with %s decimals → %s', (units, decimals, text) => {
  expect(shortAmount(units, decimals, 'ETH')).toBe(text)
})
