import { expect, test } from 'vitest'
import { secondsStillLeft } from './organization-transactions.tsx'

test('behavior: the time left counts from the response, independent of the device’s clock', () => {
  expect(secondsStillLeft(90, 1_000_000, 1_030_500)).toBe(60)
  expect(secondsStillLeft(90, 1_000_000, 999_000)).toBe(90)
  expect(secondsStillLeft(90, 1_000_000, 2_000_000)).toBe(0)
})
