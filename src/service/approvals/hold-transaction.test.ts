import { expect, test } from 'vitest'
import { drawNumbers } from './hold-transaction.ts'

test('behavior: draws three different two-digit numbers, the right one equally often at each position', () => {
  const places = [0, 0, 0]
  for (let round = 0; round < 3_000; round += 1) {
    const { number, candidates } = drawNumbers()
    expect(new Set(candidates).size).toBe(3)
    for (const candidate of candidates) {
      expect(Number.isInteger(candidate) && candidate >= 10 && candidate <= 99).toBe(true)
    }
    places[candidates.indexOf(number)]! += 1
  }
  // 210 is about eight standard deviations.
  for (const count of places) expect(Math.abs(count - 1_000)).toBeLessThan(210)
})
