import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesBetween } from '#protocol/testing/arbitraries.ts'
import { catchError } from '#protocol/testing/outcome.ts'
import { base64Url, Base64UrlError, bytesFromBase64Url } from './base64-url.ts'

describe('base64Url, bytesFromBase64Url', () => {
  test('behavior: equals Buffer in both directions', () => {
    fc.assert(
      fc.property(bytesBetween(0, 100), (bytes) => {
        const text = Buffer.from(bytes).toString('base64url')
        expect(base64Url(bytes)).toBe(text)
        expect(bytesFromBase64Url(text)).toEqual(bytes)
      }),
      { numRuns: 1_000 },
    )
  })

  test.each(['A', 'AA==', 'AB', 'AAB', 'A+', 'A/A', 'AA A', 'AA\n', 'ÄA', 'AAAAA', 'A😀', '😀😀'])(
    'error: refuses %j',
    (text) => {
      const error = catchError(() => bytesFromBase64Url(text))
      expect(error).toBeInstanceOf(Base64UrlError)
      expect(error).toMatchObject({
        name: 'Base64UrlError',
        message: 'must be base64url without padding',
      })
    },
  )
})
