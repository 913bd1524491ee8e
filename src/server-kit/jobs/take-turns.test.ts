import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HttpError } from '#server-kit/http/http-error.ts'
import { createTurns, TURN_WAIT_MS_MAX } from './take-turns.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Parameters = Omit<globalThis.Parameters<typeof createTurns>[0], 'atOnceMax'> & { atOnceMax: number }

/** Works that end by hand, in the order in which they began. `begun` has a letter for the owner of each. */
function openWorks({ atOnceMax, ...limits }: Parameters) {
  const room = { atOnceMax }
  const turns = createTurns({ ...limits, atOnceMax: () => room.atOnceMax })
  const ends: (() => void)[] = []
  const state = { begun: '', errors: [] as string[] }
  const failed: Promise<void>[] = []
  const ask = (owner: string, leaving?: AbortSignal) => {
    const work = () => {
      state.begun += owner
      return new Promise<void>((resolve) => ends.push(resolve))
    }
    const turn = leaving === undefined ? { owner } : { owner, leaving: () => leaving }
    const noted = (error: unknown) =>
      void state.errors.push(error instanceof HttpError ? `${owner} ${error.status}` : String(error))
    failed.push(turns.run(turn, work).catch(noted))
  }
  const endNext = async () => {
    ends.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  const endAll = async () => {
    while (ends.length > 0) await endNext()
  }
  return { room, state, ask, endNext, endAll }
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

test('error: a failed task lets the next one run', async () => {
  const turns = createTurns({ atOnceMax: () => 1 })
  const failed = turns.run({ owner: 'a' }, () => Promise.reject(new Error('of the work')))
  const next = turns.run({ owner: 'b' }, async () => 'done')
  await expect(failed).rejects.toThrow('of the work')
  expect(await next).toBe('done')
})
