import { expect, test } from 'vitest'
import { compareLuminances, linearRgb, computeLuminance } from './contrast.ts'

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#000000', 21],
  ['#777777', '#777777', 1],
  // The lightest gray that WCAG 2.2 permits for text on white, and the next lighter gray.
  ['#767676', '#ffffff', 4.54],
  ['#777777', '#ffffff', 4.48],
])('param: %s on %s has %d:1', (one, other, expected) => {
  const [first, second] = [one, other].map((color) => computeLuminance(linearRgb(color)))
  expect(compareLuminances(first ?? Number.NaN, second ?? Number.NaN)).toBeCloseTo(expected, 2)
})
