import { expect, test, vi } from 'vitest'
import { toEventName, listen } from './listeners.ts'

test.each([
  ['onCreated', 'latchkey-created'],
  ['onBeforeSign', 'latchkey-before-sign'],
  ['onRecoveryReady', 'latchkey-recovery-ready'],
])('param: %s handles %s', (handler, event) => {
  expect(toEventName(handler)).toBe(event)
})

test.each(['once', 'getToken', 'on', 'to'])('param: %s is not a handler', (name) => {
  expect(toEventName(name)).toBeUndefined()
})

test('behavior: calls the newest handler, and none after the end', () => {
  const target = new EventTarget()
  const [first, second] = [vi.fn<(event: Event) => void>(), vi.fn<(event: Event) => void>()]
  const handlers = { onCreated: first, to: '0x' }
  const end = listen(target, Object.keys(handlers), (name) => Reflect.get(handlers, name))
  target.dispatchEvent(new Event('latchkey-created'))
  handlers.onCreated = second
  target.dispatchEvent(new Event('latchkey-created'))
  end()
  target.dispatchEvent(new Event('latchkey-created'))
  expect(first).toHaveBeenCalledTimes(1)
  expect(second).toHaveBeenCalledTimes(1)
})

test('behavior: a handler can stop an event', () => {
  const target = new EventTarget()
  listen(target, ['onBeforeSign'], () => (event: Event) => event.preventDefault())
  expect(target.dispatchEvent(new Event('latchkey-before-sign', { cancelable: true }))).toBe(false)
})
