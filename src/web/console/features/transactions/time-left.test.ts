import { expect, test } from 'vitest'
import { secondsStillLeft, timeLeftText } from './time-left.tsx'

test.each([
  [900, '15:00'],
  [65, '1:05'],
  [59.2, '1:00'],
  [0.4, '0:01'],
  [0, '0:00'],
  [-3, '0:00'],
])('behavior: %s seconds left read %s', (seconds, text) => {
  expect(timeLeftText(seconds)).toBe(text)
})

test('behavior: what is left counts from when the server said so, whatever the device’s clock', () => {
  expect(secondsStillLeft(90, 1_000_000, 1_030_500)).toBe(60)
  expect(secondsStillLeft(90, 1_000_000, 999_000)).toBe(90)
  expect(secondsStillLeft(90, 1_000_000, 2_000_000)).toBe(0)
})
