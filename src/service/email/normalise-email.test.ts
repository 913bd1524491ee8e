import { expect, test } from 'vitest'
import { normaliseEmail } from './mailer.ts'

test.each([
  ['A.User+tag@Example.COM', 'a.user+tag@example.com'],
  ['  u@example.com ', 'u@example.com'],
  ['ｕｓｅｒ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'user@example.com'],
  ['пользователь@example.com', 'пользователь@example.com'],
  [' User@München.de ', 'user@xn--mnchen-3ya.de'],
])('param: %j becomes %j', (given, expected) => expect(normaliseEmail(given)).toBe(expected))

test.each([
  'u@x.co\r\nBcc: evil@x.co',
  'u@x.co\nevil@x.co',
  'u@x.co,evil@x.co',
  'u@x.co;evil@x.co',
  '"u"@x.co <evil@x.co>',
  'u@x.co evil@x.co',
  'u﹫x.co﹐evil@x.co',
  'u@x.co\u0000',
  'u\u2028@x.co',
  'u@[127.0.0.1]',
  '@x.co',
  'u@',
  `${'a'.repeat(250)}@x.co`,
])('error: refuses %j', (given) => {
  expect(() => normaliseEmail(given)).toThrow('email must be an email address')
})
