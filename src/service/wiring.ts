import type { Logger } from 'pino'
import type { Clock } from '#server-kit/clock.ts'
import { createOpenStreams } from '#server-kit/live/open-streams.ts'
import { inviteApprover } from './approvals/invite-approver.ts'
import type { ChainConnection } from './chain/chain.ts'
import type { Metrics } from './http/metrics.ts'
import { collectRelayMetrics } from './relayer/collect-metrics.ts'
import { createRelay } from './relayer/create-relay.ts'
import type { Relay } from './relayer/relay.ts'
import { recordTransactionOutcomes, reopenTransaction } from './execution/record-relay-outcomes.ts'
import { recordDeployment, reopenDeployment } from './wallets/record-deployment.ts'
import { approversInForce } from './approvals/sessions.ts'
import type { Context, Streams, ServiceSettings } from './context.ts'
import { keysInForce, createKeyAuthenticator } from './keys/authenticate-key.ts'
import { createAdmission, type Admission } from './keys/admit-request.ts'
import { emitEvent } from './webhooks/emit-event.ts'
import type { Database } from './db/database.ts'
import type { Notifications } from './db/notifications.ts'
import type { Mailer } from './email/mailer.ts'
import type { ProofReader } from './organizations/proof-reader.ts'
import type { Failpoint, RelaySettings } from './relayer/relay-parts.ts'
import type { Signer } from './relayer/sign-attempt.ts'
import type { TimeMachine } from './sandbox/sandbox-clock.ts'

export type ServiceOptions = {
  /** An open, migrated database (`openDatabase`). Its opener closes it after `stop`. */
  db: Database
  /** Those of the same database. */
  notifications: Notifications
  /** The chain (`openChain`, `startEmbeddedChain`). Its opener closes it after `stop`. */
  chain: ChainConnection
  /** The relayer's keys; one lane of transactions for each. */
  relayerSigners: readonly Signer[]
  mailer: Mailer
  settings: ServiceSettings
  log: Logger
  /** What is counted; absent: counters of its own, without those of the process. */
  metrics?: Metrics
  clock?: Clock
  /** Moves the time of a sandbox; absent: its time is the machine's. */
  timeMachine?: TimeMachine | undefined
  /** Absent: DNS as this machine asks it, and the web. */
  proofReader?: ProofReader
  /** Beyond the defaults of the relayer; `confirmations` comes from `settings`. */
  relaySettings?: Partial<RelaySettings>
  /** For tests that end the process at a named point of the relayer. */
  failpoint?: Failpoint
}

type RelayWiring = { clock: Clock; log: Logger; metrics: Metrics; chain: ChainConnection }

/** The relayer, and what each module does when one of its transactions is settled or a reorganization reopens it. */
export function openRelay(options: ServiceOptions, { clock, log, metrics, chain }: RelayWiring): Relay {
  const { db, notifications, settings } = options
  const relay = createRelay({
    db,
    notifications,
    chain,
    clock,
    log,
    signers: options.relayerSigners,
    ...(options.failpoint === undefined ? {} : { failpoint: options.failpoint }),
    settings: {
      ...options.relaySettings,
      confirmations: settings.confirmations,
      gasBudgetWeiPerDay: settings.gasBudgetWeiPerDay,
      ...(settings.gasLimits !== undefined && { gasLimits: settings.gasLimits }),
    },
  })
  relay.onOutcome('wallet', async (trx, outcome) => {
    await recordDeployment(clock, trx, outcome)
    await inviteApprover(trx, outcome)
  })
  relay.onOutcomes('transaction', (trx, outcomes) => recordTransactionOutcomes(clock, trx, outcomes))
  relay.onReopened('wallet', reopenDeployment)
  relay.onReopened('transaction', (trx, id) => reopenTransaction(clock, trx, id))
  collectRelayMetrics({ db, chainId: chain.id, relay, metrics, now: () => clock.now() })
  return relay
}

/** Before the listener closes: readers go to another process, and on where they were. */
export function releaseReaders({ streams, liveEvents }: Pick<Context, 'streams' | 'liveEvents'>): void {
  streams.ofKeys.endAll()
  streams.ofApprovers.endAll()
  liveEvents.endWaits()
}

/** Several processes of an integrator, and a few of each that are just being replaced. */
const STREAMS_OF_KEY_MAX = 20
/** Tabs of one browser, which has no more connections than these for all of a site. */
const STREAMS_OF_SESSION_MAX = 6

export function createStreams(ctx: Pick<Context, 'db' | 'clock' | 'log' | 'metrics'>): Streams {
  const onTrouble = (cause: unknown) =>
    ctx.log.warn({ err: cause }, 'it could not be checked whose streams may go on')
  const streams = {
    ofKeys: createOpenStreams({
      onTrouble,
      perOwnerMax: STREAMS_OF_KEY_MAX,
      inForce: (keyIds) => keysInForce(ctx, { keyIds, scope: 'org:manage' }),
    }),
    ofApprovers: createOpenStreams({
      onTrouble,
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

/** Who is admitted, wired to what an alarm becomes: the event `apikey.exposed` (profile 6, 10). */
export function openAdmission(ctx: Pick<Context, 'db' | 'clock' | 'log' | 'settings'>): Admission {
  return createAdmission(ctx, {
    authenticate: createKeyAuthenticator(ctx),
    raiseExposed: (trx, { organizationId, keyId, start, origin, at }) =>
      emitEvent(trx, { organizationId, type: 'apikey.exposed', at, data: { keyId, start, origin } }),
  })
}
