import { expect, test } from 'vitest'
import { paths, safeNext } from './paths.ts'

test('param: links encode their parameters and omit empty ones', () => {
  expect(paths.wallets.href()).toBe('/wallets')
  expect(paths.wallets.href({ q: 'a b', cursor: '' })).toBe('/wallets?q=a+b')
  expect(paths.wallet.href('../x')).toBe('/wallets/..%2Fx')
  expect(paths.send.href('0x1', { token: '0x2' })).toBe('/wallets/0x1/send?token=0x2')
})

test.each(['/wallets?q=a', '/', '/settings#fee'])('behavior: sign-in returns to %s', (next) => {
  expect(safeNext(next)).toBe(next)
})

test.each([
  null,
  '',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  'wallets',
  '/sign-in?next=/',
  '/setup',
])('error: refuses to return to %s', (next) => {
  expect(safeNext(next)).toBe('/')
})
