import { describe, expect, test } from 'vitest'
import { decodeRowCursor, encodeCursor, encodeRowCursor } from './page-cursor.ts'

describe('cursor', () => {
  test('behavior: decodes an encoded cursor', () => {
    const cursor = {
      createdAt: new Date('2026-11-21T02:03:04.567Z'),
      id: '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa',
    }
    expect(decodeRowCursor(encodeRowCursor(cursor))).toEqual(cursor)
  })

  test.each(['', 'x', '%%%', 'bnVsbA', Buffer.from('["2026-99-99T00:00:00Z","x"]').toString('base64url')])(
    'error: %j is not a cursor',
    (text) => expect(decodeRowCursor(text)).toBeUndefined(),
  )

  test.each(['2026-99-99T00:00:00Z', '2026-02-30T25:00:00Z', '0000-01-01T00:00:00.000Z', 'x'])(
    'error: a cursor with the time %s is invalid',
    (time) => {
      const text = encodeCursor([time, '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa'])
      expect(decodeRowCursor(text)).toBeUndefined()
    },
  )
})
