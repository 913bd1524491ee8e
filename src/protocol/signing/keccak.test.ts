import { keccak_256 } from '@noble/hashes/sha3.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesFromHex, hexFromBytes } from './hex.ts'
import { keccak256 } from './keccak.ts'

test.each([
  ['0x', '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
  ['0x616263', '0x4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
])('param: the published Keccak-256 of %s', (message, hash) => {
  expect(hexFromBytes(keccak256(bytesFromHex(message)))).toBe(hash)
})

test('behavior: equals the library for every length around the edges of a block', () => {
  for (let length = 0; length <= 4 * 136 + 1; length += 1) {
    const message = Uint8Array.from({ length }, (_, index) => (index * 31 + length) & 255)
    expect(hexFromBytes(keccak256(message)), String(length)).toBe(hexFromBytes(keccak_256(message)))
  }
})

test('behavior: equals the library for any bytes, in a view that begins anywhere', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), fc.nat(7), (bytes, offset) => {
      const buffer = new Uint8Array(bytes.length + offset)
      buffer.set(bytes, offset)
      const view = buffer.subarray(offset)
      expect(keccak256(view)).toEqual(keccak_256(view))
      expect(view).toEqual(bytes)
    }),
  )
})
