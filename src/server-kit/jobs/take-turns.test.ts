import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { apiError, HttpError } from '#server-kit/http/http-error.ts'
import type { SharedFault } from './held-turns.ts'
import { createTurns, TURN_WAIT_MS_MAX } from './take-turns.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Parameters = Omit<globalThis.Parameters<typeof createTurns>[0], 'atOnceMax'> & { atOnceMax: number }

/**
 * Creates works that a test ends by hand, in the order in which they began. `begun` has one letter per work, which
 * names its owner.
 */
function openWorks({ atOnceMax, ...limits }: Parameters) {
  const room = { atOnceMax }
  const turns = createTurns({ ...limits, atOnceMax: () => room.atOnceMax })
  const running: { resolve: () => void; reject: (error: Error) => void }[] = []
  const state = { begun: '', errors: [] as string[] }
  const failed: Promise<void>[] = []
  const ask = (owner: string, leaving?: AbortSignal) => {
    const work = () => {
      state.begun += owner
      return new Promise<void>((resolve, reject) => void running.push({ resolve, reject }))
    }
    const turn = leaving === undefined ? { owner } : { owner, leaving: () => leaving }
    const noted = (error: unknown) =>
      void state.errors.push(error instanceof HttpError ? `${owner} ${error.status}` : String(error))
    failed.push(turns.run(turn, work).catch(noted))
  }
  const endNext = async () => {
    running.shift()?.resolve()
    await vi.advanceTimersByTimeAsync(0)
  }
  const endAll = async () => {
    while (running.length > 0) await endNext()
  }
  /** Fails every running work, as if the chain node were unreachable. */
  const failRunning = async () => {
    for (const { reject } of running.splice(0)) reject(away())
    await vi.advanceTimersByTimeAsync(0)
  }
  return { room, state, ask, endNext, endAll, failRunning, close: turns.close }
}

const away = () => apiError('CHAIN_TIMEOUT')
const FAULT: SharedFault = {
  find: (failure) => (failure instanceof HttpError ? failure : undefined),
  endless: away,
}

describe('order of turns', () => {
  test.each([
    { what: 'one owner', atOnceMax: 2, asked: 'aaaa', begun: 'aaaa' },
    { what: 'two owners at one work at once', atOnceMax: 1, asked: 'aaaabb', begun: 'aababa' },
    { what: 'three owners at one work at once', atOnceMax: 1, asked: 'aaaabbc', begun: 'aabcaba' },
    { what: 'a late owner after a full house', atOnceMax: 3, asked: 'aaaaaab', begun: 'aaabaaa' },
    { what: 'fewest running first', atOnceMax: 3, asked: 'aaabbcab', begun: 'aaabcabb' },
    { what: 'no limit', atOnceMax: Infinity, asked: 'aaab', begun: 'aaab' },
    { what: 'two of each owner', atOnceMax: 4, eachMax: 2, asked: 'aaaab', begun: 'aabaa' },
  ])('behavior: $what', async ({ asked, begun, atOnceMax, ...limits }) => {
    const works = openWorks({ atOnceMax, ...limits })
    for (const owner of asked) works.ask(owner)
    await works.endAll()
    expect(works.state).toEqual({ begun, errors: [] })
  })

  test('behavior: at most the maximum runs at once, and a new maximum counts when a work ends', async () => {
    const works = openWorks({ atOnceMax: 1 })
    for (const owner of 'aaaa') works.ask(owner)
    expect(works.state.begun).toBe('a')
    works.room.atOnceMax = 3
    await works.endNext()
    expect(works.state.begun).toBe('aaaa')
  })
})

describe('the end of a wait', () => {
  test.each([
    { what: '429 for an owner with other works', asked: 'aa', errors: ['a 429'] },
    { what: '503 for an owner without others', asked: 'ab', errors: ['b 503'] },
    { what: '429, then 503 for the last of an owner', asked: 'abb', errors: ['b 429', 'b 503'] },
  ])('error: refuses after the longest wait with $what', async ({ asked, errors }) => {
    const works = openWorks({ atOnceMax: 1 })
    for (const owner of asked) works.ask(owner)
    await vi.advanceTimersByTimeAsync(TURN_WAIT_MS_MAX - 1)
    expect(works.state.errors).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(works.state.errors).toEqual(errors)
    await works.endAll()
    expect(works.state.begun).toBe('a')
  })

  test('error: the refusals carry Retry-After', async () => {
    const turns = createTurns({ atOnceMax: () => 0 })
    const refused = turns.run({ owner: 'a' }, async () => undefined).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(TURN_WAIT_MS_MAX)
    expect(await refused).toMatchObject({ code: 'UNAVAILABLE', headers: { 'retry-after': '1' } })
  })

  test('behavior: a caller who leaves gives its turn to the next, and its work never begins', async () => {
    const works = openWorks({ atOnceMax: 1 })
    const leaving = new AbortController()
    works.ask('a')
    works.ask('b', leaving.signal)
    works.ask('c', AbortSignal.abort())
    works.ask('d')
    leaving.abort()
    await works.endAll()
    expect(works.state).toEqual({ begun: 'ad', errors: ['c 499', 'b 499'] })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('behavior: a caller who leaves after its work began does not end the work', async () => {
    const works = openWorks({ atOnceMax: 1 })
    const leaving = new AbortController()
    works.ask('a')
    works.ask('b', leaving.signal)
    await works.endNext()
    leaving.abort()
    await works.endAll()
    expect(works.state).toEqual({ begun: 'ab', errors: [] })
  })
})

describe('a wait for works that fail', () => {
  const TIMEOUT_MS = TURN_WAIT_MS_MAX / 3

  /** Lets 30 seconds pass in thirds. At the end of each third, the only running work fails, ends or goes on. */
  async function waitThirds(thirds: readonly ('fails' | 'ends' | 'runs')[], fault?: SharedFault) {
    const works = openWorks({ atOnceMax: 1, ...(fault && { fault }) })
    for (const owner of 'aaaaaaa') works.ask(owner)
    works.ask('b')
    for (const third of thirds) {
      await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1)
      if (third === 'fails') await works.failRunning()
      if (third === 'ends') await works.endNext()
      await vi.advanceTimersByTimeAsync(1)
    }
    return works.state.errors.filter((error) => error === 'a 429' || error === 'a 504')
  }
  const FAILED = 'a 504'
  const OWN = 'a 429'

  test.each([
    { what: 'all timed out', thirds: ['fails', 'fails', 'fails'], latest: FAILED },
    { what: 'most time went into time-outs', thirds: ['fails', 'ends', 'fails'], latest: FAILED },
    { what: 'one never ended', thirds: ['runs', 'runs', 'runs'], latest: FAILED },
    { what: 'all ended', thirds: ['ends', 'ends', 'ends'], latest: OWN },
    { what: 'most time went into ended ones', thirds: ['ends', 'fails', 'ends'], latest: OWN },
  ] as const)('error: $what → the last to wait get $latest', async ({ thirds, latest }) => {
    expect((await waitThirds(thirds, FAULT)).at(-1)).toBe(latest)
  })

  test('error: turns without a shared fault blame the owner', async () => {
    expect((await waitThirds(['fails', 'fails', 'fails'])).at(-1)).toBe(OWN)
  })

  test('behavior: works that failed before a wait began do not count', async () => {
    const works = openWorks({ atOnceMax: 1, fault: FAULT })
    works.ask('a')
    await vi.advanceTimersByTimeAsync(TURN_WAIT_MS_MAX - 1)
    await works.failRunning()
    for (const owner of 'aaa') works.ask(owner)
    await vi.advanceTimersByTimeAsync(TURN_WAIT_MS_MAX / 2)
    await works.endNext()
    await vi.advanceTimersByTimeAsync(TURN_WAIT_MS_MAX / 2)
    expect(works.state).toEqual({ begun: 'aaa', errors: ['a 504', 'a 429'] })
  })
})

describe('closed turns', () => {
  test('error: end all waits at once with 503, and running works go on', async () => {
    const works = openWorks({ atOnceMax: 1 })
    for (const owner of 'aab') works.ask(owner)
    works.close()
    await vi.advanceTimersByTimeAsync(0)
    expect(works.state.errors.toSorted()).toEqual(['a 503', 'b 503'])
    expect(vi.getTimerCount()).toBe(0)
    works.ask('c')
    await works.endAll()
    works.ask('d')
    expect(works.state.begun).toBe('ad')
    expect(works.state.errors.at(-1)).toBe('c 503')
  })

  test('error: the refusal says that the process shuts down, and carries Retry-After', async () => {
    const turns = createTurns({ atOnceMax: () => 0 })
    const refused = turns.run({ owner: 'a' }, async () => undefined).catch((error: unknown) => error)
    turns.close()
    expect(await refused).toMatchObject({
      code: 'UNAVAILABLE',
      publicMessage: 'This process is shutting down',
      headers: { 'retry-after': '1' },
    })
  })
})

test('error: a failed task lets the next one run', async () => {
  const turns = createTurns({ atOnceMax: () => 1 })
  const failed = turns.run({ owner: 'a' }, () => Promise.reject(new Error('of the work')))
  const next = turns.run({ owner: 'b' }, async () => 'done')
  await expect(failed).rejects.toThrow('of the work')
  expect(await next).toBe('done')
})
