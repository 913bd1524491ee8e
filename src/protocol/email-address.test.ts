import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isSameEmail, needsSmtpUtf8, normalizeEmail, toMailbox } from './email-address.ts'
import { emailSchema } from './email-schema.ts'

test.each([
  ['user@example.com', 'user@example.com'],
  ['A.User+tag@Example.COM', 'a.user+tag@example.com'],
  ['user&co@example.com', 'user&co@example.com'],
  ['a/b@example.com', 'a/b@example.com'],
  [`!#$%&'*+-/=?^_\`{|}~@example.com`, `!#$%&'*+-/=?^_\`{|}~@example.com`],
  [`o'@example.com`, `o'@example.com`],
  ['user@münchen.de', 'user@xn--mnchen-3ya.de'],
  ['user@xn--mnchen-3ya.de', 'user@xn--mnchen-3ya.de'],
  ['user@MÜNCHEN.de', 'user@xn--mnchen-3ya.de'],
  ['user@mu\u0308nchen.de', 'user@xn--mnchen-3ya.de'],
  ['user@faß.de', 'user@xn--fa-hia.de'],
  ['user@例子。中国', 'user@xn--fsqu00a.xn--fiqs8s'],
  ['user@пример.рф', 'user@xn--e1afmkfd.xn--p1ai'],
  ['jürgen@example.com', 'jürgen@example.com'],
  ['ju\u0308rgen@example.com', 'jürgen@example.com'],
  ['пользователь@пример.рф', 'пользователь@xn--e1afmkfd.xn--p1ai'],
  ['用户@例子.中国', '用户@xn--fsqu00a.xn--fiqs8s'],
])('param: %j → one person, written %j', (given, expected) => {
  expect(normalizeEmail(given)).toBe(expected)
  expect(normalizeEmail(expected)).toBe(expected)
  expect(z.safeParse(emailSchema, given).success).toBe(true)
  expect(isSameEmail(given, expected.toUpperCase())).toBe(true)
})

test.each([
  '',
  'user',
  '@example.com',
  'user@',
  'user@localhost',
  'user@example.com.',
  'user@.example.com',
  'user@exa_mple.com',
  'user@127.0.0.1',
  'user@0x7f.1',
  'user@[127.0.0.1]',
  'user@example.com/path',
  'user@example.com:25',
  'user@a%2eb.com',
  `user@${'a'.repeat(64)}.com`,
  '.user@example.com',
  'user.@example.com',
  'a..b@example.com',
  'a b@example.com',
  'a@b@example.com',
  'a\uff20b@example.com',
  'a,b@example.com',
  'a;b@example.com',
  'a:b@example.com',
  'a<b>@example.com',
  'a\\b@example.com',
  'a(b)@example.com',
  '"a b"@example.com',
  '"a..b"@example.com',
  '"a@b"@example.com',
  '"a\\"b"@example.com',
  '"a,b"@example.com',
  '""@example.com',
  'user@example.com\r\nBcc: evil@example.com',
  'user\r\nBcc: evil@example.com',
  'user\u0000@example.com',
  'user\u2028@example.com',
  'user\u200d@example.com',
  'us\u202eer@example.com',
  'user\ud800@example.com',
  ' user@example.com',
  'user@example.com ',
  `${'ü'.repeat(250)}@example.com`,
])('error: %j → refused', (given) => {
  expect(normalizeEmail(given)).toBeUndefined()
  expect(z.safeParse(emailSchema, given).success).toBe(false)
})

test.each([
  ['user@xn--mnchen-3ya.de', false],
  ['jürgen@example.com', true],
])('param: %j → needs SMTPUTF8: %s', (address, needed) => {
  expect(needsSmtpUtf8(address)).toBe(needed)
})

test.each([
  ['Ada+Phone@Example.com', 'ada@example.com'],
  ['ada@münchen.example', 'ada@xn--mnchen-3ya.example'],
  ['+ada@example.com', '+ada@example.com'],
  ['ada@example.com', 'ada@example.com'],
])('param: %s → the mailbox %s', (address, mailbox) => {
  expect(toMailbox(address)).toBe(mailbox)
})
