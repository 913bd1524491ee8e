import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Logger } from 'pino'
import { withDeadline } from '#server-kit/http/deadline.ts'
import { createInstruments } from './instruments.ts'

/**
 * Everything this process counts, in the Prometheus text format (profile 1: `/metrics`). A module that needs an
 * instrument adds it to `createInstruments`; a gauge whose value lies in the database is read by a collector.
 * Labels have few values: a route and never a path, a status and never a message, no organization, no address
 * but those of the relayer's own keys.
 */
export type Metrics = Instruments & {
  /** Called before each scrape, to set gauges. One that fails leaves its gauges as they were. */
  addCollector: (collect: () => Promise<void>) => void
  /** Counts and times one answer. `route` is a pattern, never a path. */
  countAnswer: (answer: { route: string; method: string; status: number; seconds: number }) => void
  contentType: string
  text: () => Promise<string>
}

type Instruments = ReturnType<typeof createInstruments>

/** A caller chooses the method: what is none of HTTP's is one label, or a scanner would fill the memory. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const COLLECT_TIMEOUT_MS = 3_000

/** A registry of its own for each service, so that two in one process do not add up. */
export function createMetrics(options: { log: Logger; withProcess?: boolean }): Metrics {
  const registry = new Registry()
  if (options.withProcess === true) collectDefaultMetrics({ register: registry })
  const collectors: (() => Promise<void>)[] = []
  const text = async () => {
    await Promise.all(collectors.map((collect) => inTime(collect, options.log)))
    return registry.metrics()
  }
  const instruments = createInstruments(registry)
  const { httpRequests, httpDuration } = instruments
  return {
    ...instruments,
    countAnswer: ({ route, status, seconds, ...answer }) => {
      const method = METHODS.has(answer.method) ? answer.method : 'other'
      httpRequests.inc({ route, method, status })
      httpDuration.observe({ route, method }, seconds)
    },
    addCollector: (collect) => void collectors.push(collect),
    contentType: registry.contentType,
    text,
  }
}

/** A scrape never waits for a database that does not answer. */
async function inTime(collect: () => Promise<void>, log: Logger): Promise<void> {
  try {
    await withDeadline(COLLECT_TIMEOUT_MS, collect)
  } catch (error) {
    log.warn({ err: error }, 'some metrics could not be collected')
  }
}
