import { keccak_256 as reference } from '@noble/hashes/sha3.js'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { keccak_256 } from './keccak-256.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

test('behavior: the empty message has the hash that Ethereum knows', () => {
  expect(hex(keccak_256(new Uint8Array()))).toBe(
    'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
  )
})

test('behavior: every length up to three blocks hashes as noble hashes it', () => {
  for (let length = 0; length <= 3 * 136 + 1; length += 1) {
    const message = Uint8Array.from({ length }, (_, index) => (index * 151 + length) & 255)
    expect(hex(keccak_256(message)), String(length)).toBe(hex(reference(message)))
  }
})

test('behavior: any bytes hash as noble hashes them', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (message) => {
      expect(hex(keccak_256(message))).toBe(hex(reference(message)))
    }),
    { numRuns: 2000 },
  )
})

test('behavior: the message is not changed, and a view into a larger buffer is hashed alone', () => {
  const buffer = Uint8Array.from({ length: 300 }, (_, index) => index & 255)
  const view = buffer.subarray(100, 240)
  const before = hex(buffer)
  expect(hex(keccak_256(view))).toBe(hex(reference(view.slice())))
  expect(hex(buffer)).toBe(before)
})
