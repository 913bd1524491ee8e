import { expect, test } from 'vitest'
import { timeLeftText } from './time-left-text.ts'

test.each([
  [7_445, '2:04:05'],
  [3_600, '1:00:00'],
  [900, '15:00'],
  [65, '1:05'],
  [59.2, '1:00'],
  [0.4, '0:01'],
  [0, '0:00'],
  [-3, '0:00'],
])('behavior: %s seconds left are shown as %s', (seconds, text) => {
  expect(timeLeftText(seconds)).toBe(text)
})
