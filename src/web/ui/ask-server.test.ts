import { expect, test } from 'vitest'
import { readNextCursor } from './ask-server.ts'

test.each([
  [null, null],
  ['<https://h/v1/baas/wallets?limit=2&cursor=ab%3D>; rel="next"', 'ab='],
  ['<https://h/first>; rel="first", <https://h/x?cursor=two>; rel=next', 'two'],
  ['<https://h/x?cursor=one>; rel="prev"', null],
  ['<https://h/x>; rel="next"', null],
  ['nonsense', null],
])('behavior: the next cursor of %s is %s', (link, cursor) => {
  expect(readNextCursor(link)).toBe(cursor)
})
