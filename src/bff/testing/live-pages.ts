import { expect } from 'vitest'
import type { Bff } from '#bff/index.ts'
import { eventSchema } from '#protocol/events.ts'
import { readStream, type StreamReader } from '#protocol/testing/read-stream.ts'
import { createBrowser, type Admin } from './console-browser.ts'
import type { TestBff } from './test-bff.ts'

/**
 * Opens pages of the console that follow `GET /api/live`, and BFF processes that serve them. Call `end` after a test.
 */
export function openLivePages(world: TestBff, currentAdmin: () => Admin) {
  const readers: StreamReader[] = []
  const running: Bff[] = []

  const startBff = (): Bff => {
    const bff = world.another({})
    running.push(bff)
    return bff
  }
  const read = (response: Response) => {
    const reader = readLiveStream(response)
    readers.push(reader)
    return reader
  }
  const follow = async (bff: Bff, lastEventId?: string) => {
    const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
    const browser = createBrowser(bff, currentAdmin().browser.cookies)
    return read(await browser.send('/api/live', { headers }))
  }
  const followLive = async (bff: Bff, lastEventId?: string) => {
    const reader = await follow(bff, lastEventId)
    await expect.poll(reader.state).toBe('live')
    return reader
  }
  /** Ends the BFF processes. Pages lose their connection. */
  const release = () => {
    for (const bff of running.splice(0)) bff.release()
  }
  const end = async () => {
    await Promise.all(readers.splice(0).map((reader) => reader.leave().catch(() => undefined)))
    release()
  }
  return { startBff, read, follow, followLive, release, end }
}

/** Reads the stream, and picks out the events, the state of the connection and resets. */
function readLiveStream(response: Response) {
  const reader = readStream(response)
  const events = () =>
    reader.frames
      .filter(({ event }) => event?.startsWith('transaction.') === true)
      .map(({ data }) => eventSchema.parse(JSON.parse(data)))
  const state = (): unknown => {
    const last = reader.frames.findLast(({ event }) => event === 'state')
    return last && JSON.parse(last.data).state
  }
  const isReset = () => reader.frames.some(({ event }) => event === 'reset')
  return { ...reader, events, state, isReset, reasons: () => events().map(({ data }) => data.reason) }
}
