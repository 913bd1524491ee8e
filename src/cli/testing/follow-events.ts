import { setTimeout as wait } from 'node:timers/promises'
import { eventSchema, type OrganizationEvent } from '#protocol/events.ts'
import { readStream } from '#protocol/testing/read-stream.ts'

const COME_BACK_MS = 50

export type EventFollower = ReturnType<typeof followEvents>

/** An EventSource for Node. It reconnects when the connection is lost and sends the last event id. */
export function followEvents(
  url: string,
  headers: () => Record<string, string>,
): {
  received: { event: OrganizationEvent; atMs: number }[]
  connections: () => number
  resets: () => number
  isOpen: () => boolean
  stop: () => Promise<void>
} {
  const leaving = new AbortController()
  /** Events with their arrival time by this machine's clock. */
  const received: { event: OrganizationEvent; atMs: number }[] = []
  /** Number of connections so far. */
  let connections = 0
  let resets = 0
  /** State of the current connection. */
  let isOpen = false
  let place = ''

  const connect = async () => {
    const { signal } = leaving
    const resumed: Record<string, string> = place === '' ? {} : { 'last-event-id': place }
    const all = { accept: 'text/event-stream', ...headers(), ...resumed }
    const response = await fetch(url, { headers: all, signal })
    if (!response.ok) {
      await response.body?.cancel()
      return
    }
    connections += 1
    isOpen = true
    place = response.headers.get('last-event-id') ?? place
    await readStream(response, (frame) => {
      if (frame.id !== undefined) place = frame.id
      if (frame.event === 'reset') resets += 1
      const event = eventSchema.safeParse(parsed(frame.data))
      if (event.success) received.push({ event: event.data, atMs: Date.now() })
    }).whenEnded
  }
  const keepOn = async () => {
    while (!leaving.signal.aborted) {
      await connect().catch(() => undefined)
      isOpen = false
      await wait(COME_BACK_MS)
    }
  }
  const running = keepOn()
  const stop = async () => {
    leaving.abort()
    await running
  }
  return { received, connections: () => connections, resets: () => resets, isOpen: () => isOpen, stop }
}

function parsed(data: string): unknown {
  return JSON.parse(data)
}
