import { setTimeout as wait } from 'node:timers/promises'
import { enrolFirstAdmin } from '#cli/testing/admin-session.ts'
import { followEvents, type EventFollower } from '#cli/testing/follow-events.ts'
import { readSandboxFile } from '#service/index.ts'
import { createBenchWallets, signTransfers } from './bench-wallets.ts'
import { drive, each, quantile, type LoadRequest } from './load.ts'
import { startMeasuredServer, type MeasuredServer } from './measured-server.ts'
import type { Row } from './print-table.ts'

const BUDGET_MS = 250
const PAGES = 10
const WALLETS = 8
/** Load of individual people: one transfer at a time. */
const CALM = { count: 100, connections: 1, pauseMs: 50 }
/** Load of a busy integrator. */
const BUSY = { count: 600, connections: 16, pauseMs: 0 }
const RECIPIENT = '0x00000000000000000000000000000000beef0003'
/** Number of events per transfer: sent and confirmed. */
const EVENTS_OF_TRANSFER = 2
const SETTLE_MS_MAX = 60_000

/**
 * Time from a state change, according to its event, until the console's open pages have it. It covers the
 * relayer's commit, the sequence, the service's stream and the BFF's stream.
 */
export async function benchLive(): Promise<Row[]> {
  const server = await startMeasuredServer()
  const pages: EventFollower[] = []
  try {
    pages.push(...(await openPages(server)))
    const wallets = await createBenchWallets(server, WALLETS)
    const count = CALM.count + BUSY.count
    const requests = await signTransfers(server, wallets, { recipient: RECIPIENT, count })
    const calm = await measure(server, pages, { ...CALM, requests: requests.slice(0, CALM.count) })
    const busy = await measure(server, pages, { ...BUSY, requests: requests.slice(CALM.count) })
    return [
      summarizeTimes(`one transfer after the other, ${PAGES} pages`, calm),
      summarizeTimes(`${BUSY.count} transfers, ${BUSY.connections} at once, ${PAGES} pages`, busy),
    ]
  } finally {
    await Promise.all(pages.map((page) => page.stop()))
    await server.close()
  }
}

/** Pages of the first administrator, each with its own connection. */
async function openPages(server: MeasuredServer): Promise<EventFollower[]> {
  const { setupUrl = '' } = (await readSandboxFile(server.dataDir)) ?? {}
  const { origin } = new URL(setupUrl)
  const headers = await enrolFirstAdmin(origin, setupUrl)
  const pages = Array.from({ length: PAGES }, () => followEvents(`${origin}/api/live`, () => headers))
  await until(() => pages.every((page) => page.isOpen()))
  return pages
}

type Load = { requests: LoadRequest[]; connections: number; pauseMs: number }

/** Delay of each event to each page, in milliseconds. */
async function measure(server: MeasuredServer, pages: EventFollower[], load: Load): Promise<number[]> {
  const before = pages.map((page) => page.received.length)
  const { origin, apiKey } = server
  const batches = load.pauseMs === 0 ? [load.requests] : load.requests.map((request) => [request])
  for (const batch of batches) {
    await drive({ origin, apiKey, connections: load.connections, next: each(batch) })
    await wait(load.pauseMs)
  }
  const expected = load.requests.length * EVENTS_OF_TRANSFER
  const received = () => pages.map((page, index) => page.received.slice(before[index]))
  await until(() => received().every((events) => events.length >= expected))
  return received().flatMap((events) => events.map(({ event, atMs }) => atMs - Date.parse(event.timestamp)))
}

function summarizeTimes(what: string, times: number[]): Row {
  const at = (share: number) => quantile(times, share)
  return {
    what: `live, ${what}: p50 / p95 / maximum`,
    measured: `${at(0.5)} / ${at(0.95)} / ${at(1)} ms`,
    budget: `${BUDGET_MS} ms`,
    met: at(0.95) <= BUDGET_MS,
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  const startedAt = performance.now()
  while (!isTrue()) {
    if (performance.now() - startedAt > SETTLE_MS_MAX) throw new Error('not every event was received in time')
    await wait(20)
  }
}
