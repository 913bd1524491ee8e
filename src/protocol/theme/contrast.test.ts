import { expect, test } from 'vitest'
import { contrast } from './contrast.ts'

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#000000', 21],
  ['#777777', '#777777', 1],
  // The lightest gray on white that WCAG 2.2 permits for text, and the next one.
  ['#767676', '#ffffff', 4.54],
  ['#777777', '#ffffff', 4.48],
])('param: %s on %s has %d:1', (one, other, expected) => {
  expect(contrast(one, other)).toBeCloseTo(expected, 2)
})
