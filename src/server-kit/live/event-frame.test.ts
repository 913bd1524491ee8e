import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { expect, test } from 'vitest'
import { beginFrame, COMMENT_FRAME, eventFrame } from './event-frame.ts'

function read(text: string): EventSourceMessage[] {
  const messages: EventSourceMessage[] = []
  createParser({ onEvent: (message) => void messages.push(message) }).feed(text)
  return messages
}

test('behavior: a reader gets id, name and data, regardless of their content', () => {
  const data = { reason: 'two\nlines\r\n\n and a \u2028 separator', symbol: '€\ud800' }
  const text = eventFrame({ id: '7', event: 'transaction.failed', data })
  const [message, ...others] = read(text + eventFrame({ event: 'reset', data: {} }))
  expect(message).toMatchObject({ id: '7', event: 'transaction.failed' })
  expect(JSON.parse(message?.data ?? '')).toEqual(data)
  expect(others).toEqual([{ id: undefined, event: 'reset', data: '{}' }])
})

test('behavior: the first frame and comments are not events', () => {
  expect(read(beginFrame('12', 500) + COMMENT_FRAME + beginFrame(undefined, 500))).toEqual([])
  expect(beginFrame('12', 500)).toBe('retry: 500\nid: 12\n\n')
  expect(beginFrame(undefined, 500)).toBe('retry: 500\n\n')
})
