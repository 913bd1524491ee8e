import { describe, expect, test } from 'vitest'
import { pushMessageText, readPushMessage } from './push-message.ts'

const transactionUuid = '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa'

describe('a push message', () => {
  test('behavior: reads a written message back', () => {
    expect(readPushMessage(pushMessageText({ transactionUuid }))).toEqual({ transactionUuid })
  })

  test('behavior: reads the known parts of a later version', () => {
    const text = JSON.stringify({ version: 2, transactionUuid, more: [] })
    expect(readPushMessage(text)).toEqual({ transactionUuid })
  })

  test.each(['', 'null', '{', '[]', '{}', '{"transactionUuid":7}', '{"transactionUuid":"#invite=abc"}'])(
    'error: %j has no link',
    (text) => {
      expect(readPushMessage(text)).toBeUndefined()
    },
  )
})
