import { describe, expect, test } from 'vitest'
import { roundUp, computeShare } from './bar-chart.tsx'

describe('the scale of a chart', () => {
  test.each([
    [0n, 1n],
    [1n, 1n],
    [2n, 2n],
    [3n, 3n],
    [7n, 7n],
    [10n, 10n],
    [11n, 15n],
    [28n, 30n],
    [101n, 150n],
    [999n, 1_000n],
    [123_456_789_012_345_678_901n, 150_000_000_000_000_000_000n],
  ])('param: a highest value of %s → a ceiling of %s', (highest, ceiling) => {
    expect(roundUp(highest)).toBe(ceiling)
  })

  test('behavior: shares are percentages, even for numbers above JavaScript’s safe integers', () => {
    expect(computeShare(0n, 1n)).toBe(0)
    expect(computeShare(1n, 4n)).toBe(25)
    expect(computeShare(10n ** 40n, 10n ** 40n)).toBe(100)
  })
})
