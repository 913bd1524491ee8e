import type { Logger } from 'pino'
import { collectDefaultMetrics, Registry, Counter, Gauge, Histogram } from 'prom-client'
import { EVENT_TYPES, LIVE_EVENT_TYPES } from '#protocol/events.ts'
import { withDeadline } from '#server-kit/http/deadline.ts'
import type { Answered } from '#server-kit/http/request-scope.ts'

/**
 * All metrics of this process, in the Prometheus text format (profile 1: `/metrics`). A module that needs a metric
 * adds it to one of the groups below. A gauge whose value is in the database is set by a collector. Labels have few
 * values: a route and never a path, a status and never a message. The only addresses in labels are those of the
 * relayer's own keys. Ids of organizations, keys and webhook endpoints are labels only of gauges that show a few at a
 * time, the busiest or those that fail.
 */
export type Metrics = ReturnType<typeof technical> &
  ReturnType<typeof ofTheDatabase> &
  ReturnType<typeof ofTheChain> &
  ReturnType<typeof ofTheProduct> &
  ReturnType<typeof ofWebhooks> & {
    /** Counts and times one response. `route` is a pattern, never a path. */
    countAnswer: (answer: Answered) => void
    /**
     * Adds a function that is called before each scrape to set gauges. If the function fails, its gauges keep their
     * values.
     */
    addCollector: (collect: () => Promise<void>) => void
    contentType: string
    text: () => Promise<string>
  }

/**
 * Methods with their own label. A caller chooses the method, so all other methods share one label. Otherwise a
 * scanner could fill the memory.
 */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const COLLECT_TIMEOUT_MS = 3_000

/**
 * Creates a separate registry for each service, so that the metrics of two services in one process are not added
 * up.
 *
 * @param options.process Adds Node's own metrics of this process, and its version and role.
 */
export function createMetrics(options: {
  log: Logger
  process?: { version: string; role: string }
}): Metrics {
  const registry = new Registry()
  if (options.process !== undefined) collectDefaultMetrics({ register: registry })
  const collectors: (() => Promise<void>)[] = []
  const text = async () => {
    // A scrape never waits for a database that does not respond.
    const collecting = collectors.map((collect) => withDeadline(COLLECT_TIMEOUT_MS, collect))
    for (const collected of await Promise.allSettled(collecting))
      if (collected.status === 'rejected')
        options.log.warn({ err: collected.reason }, 'some metrics could not be collected')
    return registry.metrics()
  }
  const makers = createMakers([registry])
  const instruments = {
    ...technical(makers),
    ...ofTheDatabase(makers),
    ...ofTheChain(makers),
    ...ofTheProduct(makers),
    ...ofWebhooks(makers),
  }
  const { httpRequests, httpDuration, buildInfo, events, mails } = instruments
  if (options.process !== undefined) buildInfo.set(options.process, 1)
  // Creates the counters at zero. A counter that is created by the first failure would show no increase at
  // that failure.
  for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0)
  for (const type of [...EVENT_TYPES, ...LIVE_EVENT_TYPES]) events.inc({ type }, 0)
  return {
    ...instruments,
    countAnswer: ({ route, status, seconds, ...answer }: Answered) => {
      const method = METHODS.has(answer.method) ? answer.method : 'other'
      httpRequests.inc({ route, method, status })
      httpDuration.observe({ route, method }, seconds)
    },
    addCollector: (collect) => void collectors.push(collect),
    contentType: registry.contentType,
    text,
  }
}

type Makers = ReturnType<typeof createMakers>

/** Metrics of the process: its responses, and who sends its requests. */
function technical({ counter, gauge, histogram }: Makers) {
  return {
    buildInfo: gauge(
      'build_info',
      'Always 1: the version, and the part of the product that this process runs.',
      ['version', 'role'],
    ),
    httpRequests: counter('http_requests_total', 'Requests that got a response.', [
      'route',
      'method',
      'status',
    ]),
    httpDuration: histogram(
      'http_request_duration_seconds',
      'Time from the first byte of a request to its response, without the time that it waited for an event or behind other requests of its organization.',
      ['route', 'method'],
      [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
    ),
    httpInFlight: gauge('http_requests_in_flight', 'Requests in progress.'),
    requestLogDropped: counter(
      'request_log_dropped_total',
      'Requests that are missing in the logs of their keys: the database took none for too long, or too many were refused.',
      ['reason'],
    ),
    keyRequests: gauge(
      'key_requests',
      'Requests of the busiest API keys in the last complete minute, counted by this process. All other keys together have the key "others".',
      ['organization', 'key'],
    ),
    organizationRequests: gauge(
      'organization_requests',
      'Requests of the busiest organizations in the last complete minute, counted by this process. All others together are "others".',
      ['organization'],
    ),
  }
}

/** Metrics of the database, as this process uses it. */
function ofTheDatabase({ gauge, histogram }: Makers) {
  return {
    databaseConnections: gauge(
      'database_connections',
      'Connections of the pool: in use, idle, and requests waiting for one.',
      ['state'],
    ),
    databaseDuration: histogram(
      'database_duration_seconds',
      'How long one piece of work held a connection: a single statement or a whole transaction.',
      ['kind'],
      [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 15],
    ),
    lockWaits: gauge(
      'database_lock_waits',
      'Sessions of the database that wait for a lock now, by the table of the locked row.',
      ['table'],
    ),
    lockWaitSeconds: gauge(
      'database_lock_wait_seconds',
      'How long the session that has waited longest for a lock has waited, by the table of the locked row.',
      ['table'],
    ),
    clockAhead: gauge(
      'clock_ahead_seconds',
      'How far the clock of this machine is ahead of the clock of the database. Negative if it is behind.',
    ),
  }
}

/** Metrics of the chain, as its node reports it. */
function ofTheChain({ counter, gauge, histogram }: Makers) {
  return {
    rpcDuration: histogram(
      'chain_rpc_duration_seconds',
      'Calls of the chain node. The outcome is "refused" if the node was well and said no, as for a call that reverts, and "failed" if it did not do its part.',
      ['method', 'outcome'],
      [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    ),
    rpcFailovers: counter('chain_rpc_failovers_total', 'Times that the other chain node was taken into use.'),
    headAge: gauge(
      'chain_head_age_seconds',
      'Age of the newest block that the chain node knows. Missing for a chain that makes blocks only on demand.',
    ),
    headBackward: counter(
      'chain_head_backward_total',
      'Times that the node named a newest block that is several blocks older than one that it had named before.',
    ),
  }
}

/** Metrics of people's actions, and of work that waits for a person, a receiver or a block. */
function ofTheProduct({ counter, gauge }: Makers) {
  return {
    relayerBalance: gauge('relayer_balance_wei', 'Native balance of each relayer key, rounded to a double.', [
      'relayer',
    ]),
    relayerCanPay: gauge(
      'relayer_can_pay',
      '1 if the relayer key has funds for new work, and 0 if new work is refused for lack of funds.',
      ['relayer'],
    ),
    relayerPending: gauge('relayer_pending', 'Transactions that were taken and have no outcome yet.'),
    relayerOldestPending: gauge(
      'relayer_oldest_pending_seconds',
      'Age of the oldest transaction without an outcome; 0 when there is none.',
    ),
    indexerBlocksBehind: gauge('indexer_blocks_behind', 'Blocks of the chain whose logs are not read yet.'),
    openStreams: gauge('open_streams', 'Server-sent event streams that are open, by who reads them.', [
      'reader',
    ]),
    events: counter(
      'events_total',
      'What happened, by the type of its event: how transactions ended among others. Counted by the process that numbered it, so sum over all.',
      ['type'],
    ),
    mails: counter('mails_total', 'Mails that were handed to the mail server, and those it did not take.', [
      'outcome',
    ]),
    approvalsHeld: gauge('approvals_held', 'Transactions that wait for their end-user.'),
  }
}

/** Metrics of webhooks. Every process reports the gauges of all endpoints. */
function ofWebhooks({ counter, gauge }: Makers) {
  return {
    webhookUndelivered: gauge('webhook_undelivered', 'Deliveries that wait for their next attempt.'),
    webhookOldestUndelivered: gauge(
      'webhook_oldest_undelivered_seconds',
      'Age of the oldest event that an endpoint has not received; 0 when there is none.',
    ),
    webhookDeliveries: counter('webhook_deliveries_total', 'Attempts to deliver an event.', ['outcome']),
    webhookEndpoints: gauge(
      'webhook_endpoints',
      'Webhook endpoints by state: well, failing, turned off by an administrator, or turned off because it failed too long.',
      ['state'],
    ),
    webhookFailingSeconds: gauge(
      'webhook_endpoint_failing_seconds',
      'How long an endpoint has failed without a success, for those that have failed longest.',
      ['organization', 'endpoint'],
    ),
  }
}

/** Prefix of all our metrics. Metrics of Node and the process keep the names that dashboards know. */
const PREFIX = 'latchkey_'

function createMakers(registers: Registry[]) {
  return {
    counter: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Counter({ name: PREFIX + name, help, labelNames, registers }),
    gauge: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Gauge({ name: PREFIX + name, help, labelNames, registers }),
    histogram: <Label extends string>(name: string, help: string, labelNames: Label[], buckets: number[]) =>
      new Histogram({ name: PREFIX + name, help, labelNames, buckets, registers }),
  }
}
