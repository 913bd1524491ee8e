import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { guardHistory, holdPage } from './hold-page.ts'

beforeAll(() => guardHistory())

let release: () => void = () => undefined
afterEach(() => {
  release()
  vi.restoreAllMocks()
})

function hold(place: number) {
  window.history.replaceState({ idx: place }, '')
  const go = vi.spyOn(window.history, 'go').mockImplementation(() => undefined)
  const onTried = vi.fn()
  release = holdPage(onTried)
  const router = vi.fn()
  window.addEventListener('popstate', router)
  const step = (idx: number | undefined) =>
    window.dispatchEvent(new PopStateEvent('popstate', { state: idx === undefined ? null : { idx } }))
  return { go, onTried, router, step }
}

test('behavior: undoes a step back, and the router never receives it', () => {
  const { go, onTried, router, step } = hold(3)
  step(1)
  expect(go).toHaveBeenCalledExactlyOnceWith(2)
  expect(onTried).toHaveBeenCalledOnce()
  step(3)
  expect(go).toHaveBeenCalledOnce()
  expect(onTried).toHaveBeenCalledOnce()
  expect(router).not.toHaveBeenCalled()
})

test('behavior: undoes a step to a history entry without an index', () => {
  const { go, step } = hold(3)
  step(undefined)
  expect(go).toHaveBeenCalledExactlyOnceWith(1)
})

test('behavior: the browser asks before it leaves, until the page is released', () => {
  const { router, step } = hold(3)
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(leave()).toBe(true)
  release()
  expect(leave()).toBe(false)
  step(1)
  expect(router).toHaveBeenCalledOnce()
})
