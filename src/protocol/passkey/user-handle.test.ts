import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseUserHandle, REFERENCE_LENGTH, encodeUserHandle } from './user-handle.ts'

const handles = fc.record({
  kind: fc.constantFrom('created' as const, 'recovered' as const),
  chainId: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
  reference: fc.uint8Array({ minLength: REFERENCE_LENGTH, maxLength: REFERENCE_LENGTH }),
})

test('behavior: reads back a written handle, in at most the 64 bytes that WebAuthn allows', () => {
  fc.assert(
    fc.property(handles, (handle) => {
      const bytes = encodeUserHandle(handle)
      expect(bytes.length).toBeGreaterThan(0)
      expect(bytes.length).toBeLessThanOrEqual(64)
      expect(parseUserHandle(bytes)).toEqual({ ...handle, reference: new Uint8Array(handle.reference) })
    }),
  )
})

test('behavior: the layout never changes', () => {
  const reference = Uint8Array.from({ length: REFERENCE_LENGTH }, (_, index) => index)
  const bytes = encodeUserHandle({ kind: 'created', chainId: 84_001, reference })
  expect(Buffer.from(bytes).toString('hex')).toBe('020100000001482100' + '0102030405060708090a0b0c0d0e0f')
})

test('param: returns undefined for handles of another layout, kind or length', () => {
  const good = encodeUserHandle({
    kind: 'recovered',
    chainId: 1,
    reference: new Uint8Array(REFERENCE_LENGTH),
  })
  expect(parseUserHandle(good)).toBeDefined()
  for (const bytes of [
    new Uint8Array(0),
    good.subarray(0, 23),
    Uint8Array.of(...good, 0),
    Uint8Array.of(1, ...good.subarray(1)),
    Uint8Array.of(2, 9, ...good.subarray(2)),
    new Uint8Array(33),
  ]) {
    expect(parseUserHandle(bytes)).toBeUndefined()
  }
})
