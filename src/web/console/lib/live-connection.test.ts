import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type LiveState, openLiveConnection } from './live-connection.ts'

/** An `EventSource` that the test controls. */
class Source extends EventTarget {
  readonly CLOSED = 2
  readyState = 0
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
  }
  close() {
    this.readyState = 2
  }
  tell(type: string, lastEventId: string, data: unknown = {}) {
    this.dispatchEvent(new MessageEvent(type, { lastEventId, data: JSON.stringify(data) }))
  }
  say(type: 'open' | 'error') {
    this.dispatchEvent(new Event(type))
  }
}

let visibility: DocumentVisibilityState = 'visible'
beforeEach(() => {
  vi.useFakeTimers()
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function start() {
  const sources: Source[] = []
  const received: string[] = []
  const states: LiveState[] = []
  const end = openLiveConnection({
    onEvent: (type) => void received.push(type),
    onReset: () => void received.push('reset'),
    onState: (state) => void states.push(state),
    open: (url) => {
      const source = new Source(url)
      sources.push(source)
      // oxlint-disable-next-line typescript/no-explicit-any -- only the used members exist
      return source as any
    },
  })
  const show = (next: DocumentVisibilityState) => {
    visibility = next
    document.dispatchEvent(new Event('visibilitychange'))
  }
  return { sources, received, states, end, show, last: () => sources.at(-1)! }
}

describe('the live connection of a page', () => {
  test('behavior: reports events, resets and the state of the service', () => {
    const { last, received, states } = start()
    last().say('open')
    last().tell('state', '7', { state: 'live' })
    last().tell('transaction.held', '8')
    last().tell('reset', '9')
    last().tell('state', '9', { state: 'nonsense' })
    expect(received).toEqual(['transaction.held', 'reset'])
    expect(states).toEqual(['live', 'reconnecting'])
  })

  test('behavior: refetches everything after a lost connection is restored', () => {
    const { last, received, states, sources } = start()
    last().say('open')
    last().say('error')
    expect(states).toEqual(['reconnecting'])
    vi.advanceTimersByTime(500)
    last().say('open')
    expect([received, sources.length]).toEqual([['reset'], 2])
  })

  test('behavior: reconnects with backoff after a failure and resumes after the last event', () => {
    const { last, sources } = start()
    last().say('open')
    last().tell('transaction.held', '41')
    for (const [waitMs, count] of [
      [500, 2],
      [1_000, 3],
      [2_000, 4],
    ] as const) {
      last().say('error')
      expect(last().readyState).toBe(2)
      vi.advanceTimersByTime(waitMs - 1)
      expect(sources).toHaveLength(count - 1)
      vi.advanceTimersByTime(1)
      expect(sources).toHaveLength(count)
    }
    expect(last().url).toBe('/api/live?afterSequence=41')
  })

  test('behavior: a background tab disconnects after seconds and resumes when visible', () => {
    const { last, sources, show } = start()
    last().say('open')
    last().tell('state', '5', { state: 'live' })
    show('hidden')
    vi.advanceTimersByTime(4_000)
    show('visible')
    vi.advanceTimersByTime(10_000)
    expect([sources.length, last().readyState]).toEqual([1, 0])
    show('hidden')
    vi.advanceTimersByTime(5_000)
    expect(last().readyState).toBe(2)
    show('visible')
    expect(sources.map(({ url }) => url)).toEqual(['/api/live', '/api/live?afterSequence=5'])
  })

  test('behavior: when the network is back, reconnects and then refetches everything', () => {
    const { last, sources, received } = start()
    last().say('open')
    window.dispatchEvent(new Event('online'))
    expect([sources.length, sources[0]?.readyState]).toEqual([2, 2])
    last().say('open')
    expect(received).toEqual(['reset'])
  })

  test('behavior: reports a lost network immediately and is live only after the server responds', () => {
    const { last, sources, states, received } = start()
    last().say('open')
    last().tell('state', '7', { state: 'live' })
    window.dispatchEvent(new Event('offline'))
    expect([states.at(-1), last().readyState]).toEqual(['offline', 2])
    window.dispatchEvent(new Event('online'))
    expect([states.at(-1), sources.length]).toEqual(['reconnecting', 2])
    last().say('open')
    last().tell('state', '7', { state: 'live' })
    expect([states.at(-1), received]).toEqual(['live', ['reset']])
  })

  test('behavior: refetches everything if the first attempt to connect failed', () => {
    const { last, received } = start()
    last().say('error')
    vi.advanceTimersByTime(500)
    last().say('open')
    expect(received).toEqual(['reset'])
  })

  test('behavior: refetches everything after a change by another administrator', () => {
    const { last, received } = start()
    last().say('open')
    last().tell('changed', '')
    expect(received).toEqual(['reset'])
  })

  test('behavior: opens no connection after it was ended', () => {
    const { last, sources, show, end } = start()
    end()
    show('hidden')
    show('visible')
    window.dispatchEvent(new Event('online'))
    vi.advanceTimersByTime(60_000)
    expect([sources.length, last().readyState]).toEqual([1, 2])
  })
})
