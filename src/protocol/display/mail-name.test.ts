import { expect, test } from 'vitest'
import { mailName } from './mail-name.ts'

test.each([
  ['Acme', 'Acme'],
  ['Acme Inc.', 'Acme Inc.'],
  ['http://evil.example/claim your prize', 'http evil example claim your prize'],
  ['evil.example', 'evil example'],
  ['evil。example', 'evil example'],
  ['mail mallory@evil.example now', 'mail mallory evil example now'],
  ['HTTPS:\\\\evil.example', 'HTTPS evil example'],
  ['a\u202eb', 'ab'],
])('behavior: %j reads %j in a mail: nothing of it is a link', (text, read) => {
  expect(mailName(text)).toBe(read)
})
