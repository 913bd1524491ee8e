import { expect, test } from 'vitest'
import { keyWords } from '#protocol/display/key-words.ts'
import { BASE_POINT } from '#widget/testing/base-point.ts'
import { readDeviceCode } from './device-code.ts'

test('param: the words of a key have 64 bits, and differ for another key', () => {
  expect(keyWords(BASE_POINT)).toMatch(/^([a-z]{5}-){3}[a-z]{5}$/)
  expect(keyWords({ qx: BASE_POINT.qy, qy: BASE_POINT.qx })).not.toBe(keyWords(BASE_POINT))
})

test.each(['', 'latchkey-device:2:0x00', `latchkey-device:1:0x${'1'.repeat(40)}:a:${'1'.repeat(64)}`, '0x'])(
  'error: %s is not a device code',
  (text) => {
    expect(readDeviceCode(text)).toBeUndefined()
  },
)
