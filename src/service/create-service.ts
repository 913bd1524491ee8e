import { checksumAddress } from '#protocol/display/address.ts'
import { createApp } from './app.ts'
import { startBackgroundWork, type BackgroundWork } from './background-work.ts'
import { openFactory } from './chain/factory-contract.ts'
import type { Clock } from '#server-kit/clock.ts'
import type { Context } from './context.ts'
import { createStreams, releaseReaders, openRelay, openAdmission, type ServiceOptions } from './wiring.ts'
import { errorReply, loggableError } from '#server-kit/http/error-reply.ts'
import { createMetrics } from './http/metrics.ts'
import { normaliseIp } from '#server-kit/http/ip-range.ts'
import { requestIdOf } from '#server-kit/http/request-id.ts'
import { respond } from '#server-kit/http/respond.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { observeChain } from './observe.ts'
import { createProofReader } from './organizations/proof-reader.ts'
import { sendAndWait } from './relayer/send-and-wait.ts'
import { createLiveEvents } from './webhooks/live-events.ts'
import { createWebhooks } from './webhooks/run-webhooks.ts'

export type Service = {
  /**
   * Answers a request of `/v1/baas/*`, `/v1/org/*`, `/approve/api/*`, `/sandbox/*`, `/healthz`, `/readyz`, `/metrics`. `client` is
   * who sent it over the network, by the address that trusted proxies vouch for; it is left out for a call
   * within the process, which IP allow-lists do not concern.
   */
  fetch: (request: Request, client?: { address?: string | undefined }) => Promise<Response>
  /**
   * Takes up what an earlier process left, deploys the wallet factory where there is none, and begins to
   * answer. Resolves with the context that operations run in, for seeding and the command line.
   */
  start: () => Promise<Context>
  /** Ends what waits for events, after what was sent, so that a listener can close. Before `stop`. */
  release: () => void
  /** Ends timers and the relayer; what is under way is finished first. */
  stop: () => Promise<void>
}

/** The embedded implementation of the specification's service. Wires the modules; each is usable without it. */
export function createService(options: ServiceOptions): Service {
  const clock: Clock = options.clock ?? { now: () => new Date() }
  const { db, notifications, settings } = options
  const log = options.log.child({}, { serializers: { err: loggableError } })
  const metrics = options.metrics ?? createMetrics({ log })
  const chainConnection = observeChain(options.chain, metrics)
  const relay = openRelay(options, { clock, log, metrics, chain: chainConnection })
  const admission = openAdmission({ db, clock, log, settings })
  const liveEvents = createLiveEvents({ db, notifications, log })
  const streams = createStreams({ db, clock, log, metrics })
  const webhooks = createWebhooks({ db, notifications, clock, log, metrics, settings })
  let answer: Service['fetch'] = async (request) => starting(request)
  let background: BackgroundWork | undefined

  const start = async (): Promise<Context> => {
    await relay.start()
    const opened = await openFactory({
      db,
      chain: chainConnection,
      send: sendAndWait(relay, 'deployment'),
      now: clock.now(),
    })
    const chain = { ...opened, factory: checksumAddress(opened.factory) }
    const context: Context = {
      db,
      notifications,
      liveEvents,
      streams,
      chain,
      relay,
      mailer: options.mailer,
      proofReader: options.proofReader ?? createProofReader(),
      clock,
      log,
      metrics,
      settings,
      timeMachine: options.timeMachine,
    }
    await webhooks.start()
    background = await startBackgroundWork(context)
    const app = createApp(context, admission.admit, { historyFault: background.fault })
    answer = async (request, client) =>
      app.fetch(request, { client: client && { ip: normaliseIp(client.address) } })
    return context
  }
  const release = () => releaseReaders({ liveEvents, streams })
  const stop = async () => {
    release()
    await background?.stop()
    await relay.stop()
    await liveEvents.stop()
    await webhooks.stop()
    await admission.stop()
  }
  return { fetch: (request, client) => answer(request, client), start, release, stop }
}

function starting(request: Request): Response {
  const error = apiError('UNAVAILABLE', 'The service is starting', { headers: { 'retry-after': '1' } })
  const response = respond(errorReply(error))
  response.headers.set('x-request-id', requestIdOf(request.headers))
  return response
}
