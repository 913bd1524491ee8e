import { expect, test } from 'vitest'
import { codeHmac, createCode } from './verification-code.ts'

test('behavior: 6 digits with leading zeros, spread over the whole range', () => {
  const codes = Array.from({ length: 5_000 }, createCode)
  expect(codes.every((code) => /^[0-9]{6}$/.test(code))).toBe(true)
  const firstDigits = new Set(codes.map((code) => code.charAt(0)))
  expect(firstDigits.size).toBe(10)
})

test('behavior: the HMAC depends on key, organization and code', () => {
  const key = new Uint8Array(32)
  const hmacs = [
    codeHmac(key, 'a', '000000'),
    codeHmac(key, 'a', '000001'),
    codeHmac(key, 'b', '000000'),
    codeHmac(new Uint8Array(32).fill(1), 'a', '000000'),
  ]
  expect(new Set(hmacs).size).toBe(4)
})
