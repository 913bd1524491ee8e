import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hexBytes } from '#protocol/testing/arbitraries.ts'
import { fingerprint } from './fingerprint.ts'

describe('fingerprint', () => {
  test('behavior: matches the published words of proquints', () => {
    // 127.0.0.1 and 63.84.220.193, the first examples of the proposal.
    expect(fingerprint(`0x7f0000013f54dcc1${'00'.repeat(24)}`)).toBe('lusab-babad-gutih-tugad')
  })

  test('behavior: has four words of five letters, with 16 bits each', () => {
    fc.assert(
      fc.property(hexBytes(32, 32), hexBytes(32, 32), (one, other) => {
        expect(fingerprint(one)).toMatch(
          /^([bdfghjklmnprstvz][aiou]){2}[bdfghjklmnprstvz](-([bdfghjklmnprstvz][aiou]){2}[bdfghjklmnprstvz]){3}$/,
        )
        expect(fingerprint(one) === fingerprint(other)).toBe(one.slice(0, 18) === other.slice(0, 18))
        expect(fingerprint(`0x${one.slice(2).toUpperCase()}`)).toBe(fingerprint(one))
      }),
    )
  })

  test.each(['', '0x', `0x${'00'.repeat(31)}`, `0x${'00'.repeat(33)}`, '00'.repeat(32)])(
    'error: refuses %j',
    (digest) => {
      expect(() => fingerprint(digest)).toThrow('must be')
    },
  )
})
