import { expect, test } from 'vitest'
import { passkeyName } from './passkey-name.ts'

test.each([
  ['Ada', 'Ada'],
  ['', ''],
  ['a'.repeat(64), 'a'.repeat(64)],
  ['a'.repeat(65), 'a'.repeat(64)],
  ['ü'.repeat(40), 'ü'.repeat(32)],
  [`${'a'.repeat(62)}🦊`, 'a'.repeat(62)],
  [`${'a'.repeat(60)}🦊b`, `${'a'.repeat(60)}🦊`],
  ['a\ud800', 'a\ud800'],
])('param: %j → %j, at most 64 bytes', (text, name) => {
  expect(passkeyName(text)).toBe(name)
})
