import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { anySignal } from './any-signal.ts'

test('behavior: aborts once, with the reason of the first signal that aborts', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const both = anySignal(one.signal, other.signal)
  let aborts = 0
  both.addEventListener('abort', () => (aborts += 1))
  expect(both.aborted).toBe(false)
  other.abort('other')
  one.abort('one')
  expect([both.aborted, both.reason, aborts]).toEqual([true, 'other', 1])
})

test('behavior: is aborted from the start if one of the signals is aborted', () => {
  const live = new AbortController()
  const both = anySignal(AbortSignal.abort('early'), live.signal, AbortSignal.abort('second'))
  expect([both.aborted, both.reason]).toEqual([true, 'early'])
  expect(getEventListeners(live.signal, 'abort')).toHaveLength(0)
})

test('behavior: leaves no listener on a long-lived signal', () => {
  const [page, step] = [new AbortController(), new AbortController()]
  anySignal(page.signal, step.signal)
  expect(getEventListeners(page.signal, 'abort')).toHaveLength(1)
  step.abort()
  expect(getEventListeners(page.signal, 'abort')).toHaveLength(0)
})
