import { expect, test } from 'vitest'
import { requireClaims } from './identity-provider.ts'

const NOW_SECONDS = 1_800_000_000

test.each([
  ['a subject of 255 characters', 'a'.repeat(255), NOW_SECONDS],
  ['a token that is a minute early', 'ada', NOW_SECONDS + 60],
])('param: %s → accepted', (_, sub, iat) => {
  expect(() => requireClaims({ sub, iat }, NOW_SECONDS)).not.toThrow()
})

test.each([
  ['an empty subject', '', NOW_SECONDS],
  ['a subject with NUL', 'ada\u0000', NOW_SECONDS],
  ['a subject beyond ASCII', 'adä', NOW_SECONDS],
  ['a subject of 256 characters', 'a'.repeat(256), NOW_SECONDS],
  ['a subject of 100,000 characters', 'a'.repeat(100_000), NOW_SECONDS],
  ['a token of the future', 'ada', NOW_SECONDS + 61],
])('error: %s → refused', (_, sub, iat) => {
  expect(() => requireClaims({ sub, iat }, NOW_SECONDS)).toThrow(Error)
})

test('error: an ID token of the future names the clocks (mod_auth_openidc 73)', () => {
  const check = () => requireClaims({ sub: 'ada', iat: NOW_SECONDS * 1_000 }, NOW_SECONDS)
  expect(check).toThrow(/compare the clocks of the provider and of this server/)
})
