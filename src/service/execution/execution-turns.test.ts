import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createExecutionTurns } from './execution-turns.ts'
import { RELAX_MS } from './fair-share.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Time of an execution that only waits for the network, in milliseconds. */
const NETWORK_MS = 40
/** Part of an execution for which all executions share one queue, in milliseconds. */
const QUEUED_MS = 15
const LOUD = 96
const MANY = 24

/** `queuedNode` handles one execution after the other. `parallelNode` handles all at once. */
function queuedNode() {
  let freeAtMs = 0
  return async () => {
    freeAtMs = Math.max(freeAtMs, performance.now()) + QUEUED_MS
    await sleep(freeAtMs - performance.now() + NETWORK_MS)
  }
}
const parallelNode = (ms: number) => () => sleep(ms)

const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

/** Sends executions over a number of connections until it is stopped. */
function openWorld(settings = { atOnceMin: 2 }) {
  const changes: (number | undefined)[] = []
  const log = { info: ({ atOnceMax }: { atOnceMax?: number }) => void changes.push(atOnceMax) }
  const turns = createExecutionTurns({ ...settings, log: log as never })
  const send = (organizationId: string, connections: number, execute: () => Promise<void>) => {
    const state = { isSending: true, durations: [] as number[] }
    const connection = async () => {
      while (state.isSending) {
        const beganAtMs = performance.now()
        await turns.run({ organizationId }, execute).catch(() => undefined)
        state.durations.push(performance.now() - beganAtMs)
      }
    }
    for (let index = 0; index < connections; index += 1) void connection()
    return state
  }
  /** Sends for a time, and returns the 95th percentile and the number of executions. */
  const measure = async (organizationId: string, execute: () => Promise<void>, ms: number) => {
    const state = send(organizationId, 1, execute)
    await vi.advanceTimersByTimeAsync(ms)
    state.isSending = false
    const sorted = state.durations.toSorted((one, other) => one - other)
    return sorted[Math.floor(sorted.length * 0.95)] ?? NaN
  }
  return { turns, changes, send, measure }
}

describe('a quiet organization beside a loud one', () => {
  test('behavior: takes at most four times as long as alone, and the loud one pays only meanwhile', async () => {
    const world = openWorld()
    const node = queuedNode()
    const aloneMs = await world.measure('quiet', node, 5_000)
    const loud = world.send('loud', LOUD, node)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(world.changes).toEqual([])
    // The quiet organization's first executions find a full queue.
    await world.measure('quiet', node, 5_000)
    expect(await world.measure('quiet', node, 30_000)).toBeLessThanOrEqual(4 * aloneMs)
    expect(world.changes.at(-1)).toBeLessThan(10)
    await vi.advanceTimersByTimeAsync(RELAX_MS + 2_000)
    expect(world.changes.at(-1)).toBeUndefined()
    loud.isSending = false
  })

  test('behavior: waits behind everything if executions never take turns', async () => {
    const world = openWorld({ atOnceMin: Infinity })
    const node = queuedNode()
    const aloneMs = await world.measure('quiet', node, 5_000)
    const loud = world.send('loud', LOUD, node)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await world.measure('quiet', node, 20_000)).toBeGreaterThan(20 * aloneMs)
    expect(world.changes).toEqual([])
    loud.isSending = false
  })

  test.each([
    { what: 'a node that takes long and runs everything at once', loudMs: 400, quietMs: 400 },
    { what: 'a quiet one with a slow signer', loudMs: 300, quietMs: 900 },
  ])('behavior: nothing waits because of $what', async ({ loudMs, quietMs }) => {
    const world = openWorld()
    await world.measure('quiet', parallelNode(quietMs), 5_000)
    const loud = world.send('loud', MANY, parallelNode(loudMs))
    await world.measure('quiet', parallelNode(quietMs), 10_000)
    expect(world.changes).toEqual([])
    loud.isSending = false
  })

  test('behavior: a duration that is learned while executions take turns ends them', async () => {
    const world = openWorld()
    const loud = world.send('loud', MANY, parallelNode(300))
    await world.measure('quiet', parallelNode(900), 120_000)
    expect(world.changes[0]).toBeGreaterThanOrEqual(2)
    expect(world.changes.at(-1)).toBeUndefined()
    loud.isSending = false
  })
})

test('behavior: organizations with equally many executions never take turns, however long all wait', async () => {
  const world = openWorld()
  const node = queuedNode()
  const all = ['a', 'b', 'c'].map((organizationId) => world.send(organizationId, 30, node))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(world.changes).toEqual([])
  for (const one of all) one.isSending = false
})

test('error: an execution that is refused makes room, and does not count as a usual duration', async () => {
  const world = openWorld()
  const refused = () => Promise.reject(new Error('refused'))
  await expect(world.turns.run({ organizationId: 'quiet' }, refused)).rejects.toThrow('refused')
  expect(await world.measure('quiet', queuedNode(), 1_000)).toBe(QUEUED_MS + NETWORK_MS)
})
