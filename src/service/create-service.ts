import type { Logger } from 'pino'
import { checksumAddress } from '#protocol/display/address.ts'
import { normaliseIp } from '#protocol/ip-range.ts'
import type { Clock } from '#server-kit/clock.ts'
import { loggableError } from '#server-kit/http/error-reply.ts'
import { createOpenStreams } from '#server-kit/live/open-streams.ts'
import { raiseAlerts } from '#service/alerts/raise-alerts.ts'
import { inviteApprover } from '#service/approvals/invite-approver.ts'
import { approversInForce } from '#service/approvals/sessions.ts'
import { deployBundleContract } from '#service/chain/bundle-contract.ts'
import type { ChainConnection } from '#service/chain/chain.ts'
import { openFactory } from '#service/chain/factory-contract.ts'
import { createSimulationTurns, withSimulationTurns } from '#service/chain/simulate-in-turn.ts'
import { createExecutionTurns } from '#service/execution/execution-turns.ts'
import { recordTransactionOutcomes, reopenTransaction } from '#service/execution/record-relay-outcomes.ts'
import { createItemTurns } from '#service/holdings/get-collectible.ts'
import type { ReadinessCheck } from '#service/http/health.ts'
import { createMetrics } from '#service/http/metrics.ts'
import { respondStarting } from '#service/http/respond-starting.ts'
import { createAdmission, type Admission, type AdmissionContext } from '#service/keys/admit-request.ts'
import { keysInForce, createKeyAuthenticator } from '#service/keys/authenticate-key.ts'
import { createProofReader } from '#service/organizations/proof-reader.ts'
import { createRelay } from '#service/relayer/create-relay.ts'
import type { Failpoint, RelaySettings } from '#service/relayer/relay-parts.ts'
import { sendAndWait, type Relay, type RelayHandlers } from '#service/relayer/relay.ts'
import type { Signer } from '#service/relayer/sign-attempt.ts'
import { recordDeployment, reopenDeployment } from '#service/wallets/record-deployment.ts'
import { emitEvent } from '#service/webhooks/emit-event.ts'
import { createLiveEvents } from '#service/webhooks/live-events.ts'
import { createWebhooks } from '#service/webhooks/run-webhooks.ts'
import { createApp } from './app.ts'
import { startBackgroundWork, type BackgroundWork } from './background-work.ts'
import type {
  HasClock,
  HasDatabase,
  HasLog,
  HasMailer,
  HasMetrics,
  HasNotifications,
  HasProofReader,
  HasRemotePolicySigner,
  HasTimeMachine,
  Streams,
} from './context-parts.ts'
import type { Context, ServiceSettings } from './context.ts'
import { observeChain } from './observe.ts'

export type Service = {
  /**
   * Handles requests of `/v1/baas/*`, `/v1/org/*`, `/approve/api/*`, `/sandbox/*`, `/healthz`, `/readyz`, `/metrics`.
   * `client` has the sender's IP address, as trusted proxies report it. `client` is undefined for a call within the
   * process, to which IP allowlists do not apply.
   */
  fetch: (request: Request, client?: { address?: string | undefined }) => Promise<Response>
  /**
   * Resumes the work of an earlier process, deploys the wallet factory if there is none, and starts to serve
   * requests. Resolves with the context that operations run in, for seeding and the command line.
   */
  start: () => Promise<Context>
  /**
   * Ends requests that wait for events or for a turn, after sending pending data, so that a listener can close.
   * Call it before `stop`.
   */
  release: () => void
  /** Stops timers and the relayer after running work has finished. */
  stop: () => Promise<void>
}

/**
 * Creates the embedded implementation of the specification's service. Connects the modules, which are all usable
 * without it.
 */
export function createService(options: ServiceOptions): Service {
  const clock: Clock = options.clock ?? { now: () => new Date() }
  const { db, notifications, settings } = options
  const log = options.log.child({}, { serializers: { err: loggableError } })
  const metrics = options.metrics ?? createMetrics({ log })
  const { simulationTurns, closeTurns, ...turns } = openTurns({ log, settings })
  const chainConnection = withSimulationTurns(observeChain(options.chain, metrics), simulationTurns)
  const relay = openRelay(options, { clock, log, chain: chainConnection })
  const admission = openAdmission({ db, clock, log, metrics, settings })
  const liveEvents = createLiveEvents({ db, notifications, log })
  const streams = createStreams({ db, clock, log, metrics })
  const webhooks = createWebhooks({ db, notifications, clock, log, metrics, settings })
  const parts = { db, notifications, liveEvents, streams, clock, log, metrics, settings }
  let answer: Service['fetch'] = async (request) => respondStarting(request)
  let background: BackgroundWork | undefined

  const start = async (): Promise<Context> => {
    await relay.start()
    const opened = await openFactory(db, chainConnection, sendAndWait(relay, 'deployment'))
    const chain = { ...opened, factory: checksumAddress(opened.factory) }
    void openBundles(relay, chain, log)
    const context: Context = {
      ...parts,
      chain,
      relay,
      mailer: options.mailer,
      proofReader: options.proofReader ?? createProofReader(),
      remotePolicySigner: options.remotePolicySigner,
      timeMachine: options.timeMachine,
      ...turns,
    }
    await webhooks.start()
    background = await startBackgroundWork(context)
    const app = createApp(context, admission, {
      historyFault: background.fault,
      moreChecks: options.moreChecks,
    })
    answer = async (request, client) =>
      app.fetch(request, { client: client && { ip: normaliseIp(client.address) } })
    return context
  }
  /** Ends the streams before the listener closes, so that their readers reconnect to another process. */
  const release = () => {
    streams.ofKeys.endAll()
    streams.ofApprovers.endAll()
    liveEvents.endWaits()
    closeTurns()
  }
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

/** The works in which organizations take turns (ADR 0014). */
function openTurns({ log, settings }: HasLog & { settings: ServiceSettings }) {
  const simulationTurns = createSimulationTurns(settings.simulationsAtOnceMax)
  const executionTurns = createExecutionTurns({ atOnceMin: settings.executionsAtOnceMin, log })
  const itemTurns = createItemTurns()
  const closeTurns = () => {
    for (const turns of [executionTurns, itemTurns, simulationTurns]) turns.close()
  }
  return { simulationTurns, executionTurns, itemTurns, closeTurns }
}

/**
 * Deploys the bundle contract in the background. Neither requests nor a stop wait for it. Until the contract is on
 * the chain, or if the deployment fails, each call is sent in its own transaction.
 */
async function openBundles(relay: Relay, chain: ChainConnection, log: Logger): Promise<void> {
  try {
    relay.bundleThrough(await deployBundleContract(chain, sendAndWait(relay, 'deployment')))
  } catch (error) {
    log.warn(
      { err: error },
      'each call is sent in its own transaction: the bundle contract could not be deployed',
    )
  }
}

/**
 * Options of the service. The caller opens database and chain, migrates the tables, and closes both after `stop`.
 * By default, `metrics` are new and do not include those of the process. The default clock is the machine's, and
 * the default `proofReader` reads DNS and the web.
 */
export type ServiceOptions = HasDatabase &
  HasNotifications &
  HasMailer &
  HasLog &
  HasTimeMachine &
  HasRemotePolicySigner &
  Partial<HasMetrics & HasClock & HasProofReader> & {
    settings: ServiceSettings
    /** The connection of `openChain` or `startEmbeddedChain`. */
    chain: ChainConnection
    /** The relayer's keys. Each has its own lane of transactions. */
    relayerSigners: readonly Signer[]
    /** Overrides the relayer's defaults. `confirmations` comes from `settings`. */
    relaySettings?: Partial<RelaySettings>
    /** Further checks of `/readyz`, for other parts of this process. */
    moreChecks?: Record<string, ReadinessCheck> | undefined
    /** Lets tests end the process at a named point of the relayer. */
    failpoint?: Failpoint
  }

/** The handlers of each module for a settled transaction of the relayer, and for one that a reorganization reopens. */
export function relayHandlers(clock: Clock): RelayHandlers {
  return {
    wallet: {
      settled: async (trx, outcomes) => {
        for (const outcome of outcomes) {
          await recordDeployment(clock, trx, outcome)
          await inviteApprover(trx, outcome)
        }
      },
      reopened: reopenDeployment,
    },
    transaction: {
      settled: (trx, outcomes) => recordTransactionOutcomes(clock, trx, outcomes),
      reopened: (trx, id) => reopenTransaction(clock, trx, id),
    },
  }
}

function openRelay(options: ServiceOptions, wiring: { clock: Clock; log: Logger; chain: ChainConnection }) {
  const { db, settings } = options
  return createRelay({
    ...wiring,
    db,
    signers: options.relayerSigners,
    handlers: relayHandlers(wiring.clock),
    ...(options.failpoint === undefined ? {} : { failpoint: options.failpoint }),
    settings: {
      ...options.relaySettings,
      confirmations: settings.confirmations,
      gasBudgetWeiPerDay: settings.gasBudgetWeiPerDay,
      ...(settings.gasLimits !== undefined && { gasLimits: settings.gasLimits }),
      ...(settings.feePerGasMax !== undefined && { feePerGasMax: settings.feePerGasMax }),
      ...(settings.tipPerGasMin !== undefined && { tipPerGasMin: settings.tipPerGasMin }),
      ...(settings.callsPerTransactionMax !== undefined && {
        callsPerTransactionMax: settings.callsPerTransactionMax,
      }),
    },
  })
}

/**
 * Maximum number of open streams per API key. It is enough for several processes of an integrator, including some
 * that are being replaced.
 */
const STREAMS_OF_KEY_MAX = 20
/**
 * Maximum number of open streams per session, for the tabs of one browser. Over HTTP/1.1 a browser opens no more
 * connections per site.
 */
const STREAMS_OF_SESSION_MAX = 6

export function createStreams(ctx: HasDatabase & HasClock & HasLog & HasMetrics): Streams {
  const streams = {
    ofKeys: createOpenStreams({
      log: ctx.log,
      perOwnerMax: STREAMS_OF_KEY_MAX,
      inForce: (keyIds) => keysInForce(ctx, keyIds, 'org:manage'),
    }),
    ofApprovers: createOpenStreams({
      log: ctx.log,
      perOwnerMax: STREAMS_OF_SESSION_MAX,
      inForce: (hashes) => approversInForce(ctx, hashes),
    }),
  }
  ctx.metrics.addCollector(async () => {
    ctx.metrics.openStreams.set({ reader: 'key' }, streams.ofKeys.count())
    ctx.metrics.openStreams.set({ reader: 'approver' }, streams.ofApprovers.count())
  })
  return streams
}

/** Authenticates callers. A key that turns out to be exposed raises an alert and an event (profile 6, 10). */
export function openAdmission(ctx: AdmissionContext): Admission {
  return createAdmission(ctx, {
    authenticate: createKeyAuthenticator(ctx),
    raiseExposed: async (trx, { organizationId, keyId, start, label, origin, at }) => {
      await emitEvent(trx, { organizationId, type: 'apikey.exposed', at, data: { keyId, start, origin } })
      // Raises the alert immediately. The alert job could take a minute to find the key.
      await raiseAlerts(trx, 'key-exposed', [{ organizationId, subject: keyId, name: label || start }], at)
    },
  })
}
