import { describe, expect, test } from 'vitest'
import { createOpenStreams, type OpenStream, type StreamEnd } from './open-streams.ts'

/** Streams whose timers the test triggers. */
function start() {
  const inForce = new Set(['key-1', 'key-2'])
  const timers = new Map<number, () => void>()
  const troubles: unknown[] = []
  const logged: unknown[] = []
  let fails = false
  const streams = createOpenStreams({
    perOwnerMax: 2,
    inForce: async () => {
      if (fails) throw new Error('away')
      return inForce
    },
    every: (periodMs, work) => {
      timers.set(periodMs, work)
      return () => timers.delete(periodMs)
    },
    log: { info: (line) => void logged.push(line), warn: (line) => void troubles.push(line) },
  })
  const open = (owner: string) => {
    const ends: StreamEnd[] = []
    const stream = streams.open(owner, { organizationId: 'o', onEnd: (end) => void ends.push(end) })
    return { ...stream, ends, reader: stream.frames.getReader() }
  }
  const tick = async (periodMs: number) => {
    timers.get(periodMs)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { streams, open, tick, timers, inForce, troubles, logged, fail: (next: boolean) => (fails = next) }
}

async function text(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string | undefined> {
  const { done, value } = await reader.read()
  return done ? undefined : new TextDecoder().decode(value)
}

describe('an open stream', () => {
  test('behavior: sent frames are read in order and together, before the end', async () => {
    const { open, streams } = start()
    const { send, reader, ends } = open('key-1')
    const waiting = text(reader)
    send('a')
    expect(await waiting).toBe('a')
    send('b€')
    send('c')
    streams.endAll()
    send('never')
    expect([await text(reader), await text(reader), ends]).toEqual(['b€c', undefined, ['stopped']])
    expect(() => open('key-1')).toThrow('This process is shutting down')
  })

  test('behavior: a disconnecting reader ends the stream once, even while it waits', async () => {
    const { open, streams, timers } = start()
    const { reader, ends, send } = open('key-1')
    const waiting = text(reader)
    await reader.cancel()
    send('never')
    expect([await waiting, ends, streams.count(), timers.size]).toEqual([undefined, ['left'], 0, 0])
  })

  test('behavior: a reader that does not read is dropped at two million characters, and its buffer is freed', async () => {
    const { open, streams } = start()
    const { send, reader, ends } = open('key-1')
    for (let count = 0; count < 20; count += 1) send('x'.repeat(100_000))
    expect(ends).toEqual([])
    send('x')
    expect([ends, streams.count(), await text(reader)]).toEqual([['slow'], 0, undefined])
  })

  test('behavior: a failed stream ends once, after the sent frames, and is logged', async () => {
    const { open, logged, troubles } = start()
    const stream = open('key-1')
    stream.send('begin')
    stream.sendEvent('event')
    stream.fail(new Error('away'))
    stream.fail(new Error('away'))
    stream.sendEvent('never')
    const read = [await text(stream.reader), await text(stream.reader)]
    expect([stream.ends, read]).toEqual([['failed'], ['beginevent', undefined]])
    expect(logged).toMatchObject([{ organizationId: 'o', end: 'failed', events: 1 }])
    expect(troubles).toMatchObject([{ err: { message: 'away' } }])
  })
})

describe('the streams of a process', () => {
  test('behavior: the stream limit applies to each owner separately', () => {
    const { open, streams } = start()
    const streamsOfOne: OpenStream[] = [open('key-1'), open('key-1')]
    expect(() => open('key-1')).toThrow('Too many requests')
    open('key-2')
    streamsOfOne[0]?.fail('over')
    open('key-1')
    expect(streams.count()).toBe(3)
  })

  test('behavior: the next check ends the streams of owners that lost access; others continue', async () => {
    const { open, tick, inForce } = start()
    const [one, two] = [open('key-1'), open('key-2')]
    await tick(2_000)
    inForce.delete('key-1')
    await tick(2_000)
    expect([one.ends, two.ends]).toEqual([['refused'], []])
  })

  test('behavior: a failed check is logged, ends nothing, and is retried', async () => {
    const { open, tick, inForce, fail, troubles } = start()
    const one = open('key-1')
    inForce.delete('key-1')
    fail(true)
    await tick(2_000)
    expect([one.ends, troubles.length]).toEqual([[], 1])
    fail(false)
    await tick(2_000)
    expect(one.ends).toEqual(['refused'])
  })

  test('behavior: a comment keeps each stream open, and timers run only while a stream is open', async () => {
    const { open, tick, timers } = start()
    expect(timers.size).toBe(0)
    const { reader, fail } = open('key-1')
    await tick(15_000)
    expect(await text(reader)).toBe(':\n\n')
    fail('over')
    expect(timers.size).toBe(0)
  })
})
