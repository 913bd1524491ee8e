import type { Hex } from 'viem'
import type { Logger } from 'pino'
import { checksumAddress } from '#shared/display/address.ts'
import { createApp } from './app.ts'
import type { ChainConnection } from './chain/chain.ts'
import { openFactory } from './chain/factory-contract.ts'
import type { Clock, Context, ServiceSettings } from './context.ts'
import type { Database } from './db/database.ts'
import { forgetOldCodes } from './email/forget-old-codes.ts'
import type { Mailer } from './email/mailer.ts'
import { errorReply, loggableError } from './http/error-response.ts'
import { forgetOldIdempotencyKeys } from './http/idempotency.ts'
import { requestId } from './http/request-id.ts'
import { respond } from './http/respond.ts'
import { serviceError } from './http/service-error.ts'
import { createKeyAuthenticator } from './keys/authenticate-key.ts'
import { createRelay } from './relayer/create-relay.ts'
import type { RelaySettings } from './relayer/relay-parts.ts'
import { sendAndWait } from './relayer/send-and-wait.ts'
import { recordTransactionOutcome } from './transactions/record-outcome.ts'
import { recordDeployment } from './wallets/record-deployment.ts'

export type ServiceOptions = {
  /** An open, migrated database (`openDatabase`). Whoever opened it closes it after `stop`. */
  db: Database
  /** The chain (`openChain`, `startEmbeddedChain`). Whoever opened it closes it after `stop`. */
  chain: ChainConnection
  /** The relayer's keys; one lane of transactions for each. Never logged. */
  relayerPrivateKeys: readonly Hex[]
  mailer: Mailer
  settings: ServiceSettings
  log: Logger
  clock?: Clock
  /** Beyond the defaults of the relayer; `confirmations` comes from `settings`. */
  relaySettings?: Partial<RelaySettings>
}

export type Service = {
  /** Answers a request of `/v1/baas/*`, `/v1/org/*`, `/sandbox/*`, `/healthz`, `/readyz`, `/metrics`. */
  fetch: (request: Request) => Promise<Response>
  /**
   * Takes up what an earlier process left, deploys the wallet factory where there is none, and begins to
   * answer. Resolves with the context that operations run in, for seeding and the command line.
   */
  start: () => Promise<Context>
  /** Ends timers and the relayer; what is under way is finished first. */
  stop: () => Promise<void>
}

const HOUSEKEEPING_MS = 15 * 60_000

/** The embedded implementation of the specification's service. Wires the modules; each is usable without it. */
export function createService(options: ServiceOptions): Service {
  const clock: Clock = options.clock ?? { now: () => new Date() }
  const { db, settings } = options
  const log = options.log.child({}, { serializers: { err: loggableError } })
  const relay = createRelay({
    db,
    chain: options.chain,
    clock,
    log,
    privateKeys: options.relayerPrivateKeys,
    settings: { ...options.relaySettings, confirmations: settings.confirmations },
  })
  relay.onOutcome('wallet', (trx, outcome) => recordDeployment(clock, trx, outcome))
  relay.onOutcome('transaction', (trx, outcome) => recordTransactionOutcome(clock, trx, outcome))
  const keys = createKeyAuthenticator({ db, clock, log })
  let answer: (request: Request) => Promise<Response> = async (request) => starting(request)
  let housekeeping: NodeJS.Timeout | undefined

  const start = async (): Promise<Context> => {
    await relay.start()
    const opened = await openFactory({
      db,
      chain: options.chain,
      send: sendAndWait(relay, 'deployment'),
      now: clock.now(),
    })
    const chain = { ...opened, factory: checksumAddress(opened.factory) }
    const context: Context = {
      db,
      chain,
      relay,
      mailer: options.mailer,
      clock,
      log,
      settings,
      inFlight: new Set(),
    }
    const app = createApp(context, keys.authenticate)
    answer = async (request) => app.fetch(request)
    housekeeping = setInterval(() => void keepHouse(context), HOUSEKEEPING_MS)
    housekeeping.unref()
    return context
  }
  const stop = async () => {
    clearInterval(housekeeping)
    await relay.stop()
    await keys.settle()
  }
  return { fetch: (request) => answer(request), start, stop }
}

function starting(request: Request): Response {
  const error = serviceError('UNAVAILABLE', 'The service is starting', { headers: { 'retry-after': '1' } })
  const response = respond(errorReply(error))
  response.headers.set('x-request-id', requestId(request.headers))
  return response
}

async function keepHouse(ctx: Context): Promise<void> {
  try {
    await forgetOldIdempotencyKeys(ctx)
    await forgetOldCodes(ctx)
  } catch (error) {
    ctx.log.warn({ err: error }, 'old rows could not be deleted; trying again later')
  }
}
